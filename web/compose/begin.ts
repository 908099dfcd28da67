import { followKeyboard } from '../parts/seen-height.ts'
import { takeUpDrafts } from '../store/drafts.ts'
import { keepOutbox } from '../store/kept-outbox.ts'
import { resumeUnfinished } from './files/unfinished.ts'
import { followMovedTopics } from './moved-topics.ts'

let hasBegun = false

/** Call when the user's ID is known: resumes drafts, unsent messages, and uploads, also while no compose box is open. */
export function beginComposing(): void {
  if (hasBegun) return
  hasBegun = true
  takeUpDrafts()
  resumeUnfinished()
  void keepOutbox()
  followMovedTopics()
  followKeyboard()
}
