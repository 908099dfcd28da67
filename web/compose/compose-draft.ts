import { effect, untracked, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { draftFor, draftNamed, keepDraft } from '../store/drafts.ts'
import { isTakenUp } from '../store/unsaved-drafts.ts'
import type { ComposeState } from './compose-state.ts'
import { onUploaded, withoutLostFiles } from './files/uploads.ts'
import { isWritten, toAttach, toInsert } from './target.ts'
import { replaceQuietly } from './text/editing.ts'

/** Updates the compose state from outside the field: uploads, other devices, other parts of the page. */
export function useComposeDraft(composeState: ComposeState): void {
  useEffect(() => {
    onUploaded((draft, placeholder, by) => replaceIn(composeState, draft, placeholder, by))
    return () => {
      isWritten.value = false
    }
  }, [composeState])
  useSignalEffect(() => {
    isWritten.value = !composeState.isEmpty.value
  })
  useSignalEffect(() => followServer(composeState))
  useSignalEffect(() => {
    if (isTakenUp.value) untracked(() => composeState.openAgain())
  })
  // synchronous `effect`: useSignalEffect waits for a frame, and text typed by then would come before the insertion
  useEffect(
    () =>
      effect(() => {
        const more = toInsert.value
        if (more === undefined || !composeState.field) return
        toInsert.value = undefined
        untracked(() => composeState.insertOnOwnLines(more))
      }),
    [composeState],
  )
  useEffect(
    () =>
      effect(() => {
        const files = toAttach.value
        if (files.length === 0 || !composeState.field) return
        toAttach.value = []
        untracked(() => composeState.attach([...files]))
      }),
    [composeState],
  )
}

function replaceIn(composeState: ComposeState, draft: string, placeholder: string, by: string): void {
  const isHere = draft === composeState.name.peek()
  const value = isHere ? composeState.text.peek() : draftNamed(draft)?.text
  const at = value?.indexOf(placeholder) ?? -1
  if (value === undefined || at < 0) return
  const end = at + placeholder.length + (by === '' && value[at + placeholder.length] === '\n' ? 1 : 0)
  if (isHere && composeState.field) replaceQuietly(composeState.field, at, end, by)
  else keepDraft(draft, draftNamed(draft)?.target ?? composeState.to.peek(), value.slice(0, at) + by + value.slice(end))
}

/** Follows changes of the draft by another device: edited, sent, or deleted. */
function followServer(composeState: ComposeState): void {
  const same = draftNamed(composeState.name.value)
  if (same?.isLocal) return
  // another tab may have saved it, under another name
  const twin = same ?? draftFor(composeState.to.value)
  const here = composeState.text.peek()
  const draft = same ?? (twin && !twin.isLocal && twin.text === here.trim() ? twin : undefined)
  if (draft) {
    composeState.name.value = draft.name
    const told = withoutLostFiles(draft.text)
    if (told.trim() !== here.trim() && document.activeElement !== composeState.field) composeState.text.value = told
    composeState.told = told
  } else if (composeState.told !== undefined && here.trim() === composeState.told.trim()) {
    composeState.text.value = ''
    composeState.told = undefined
  } else if (twin && !twin.isLocal && here === '' && document.activeElement !== composeState.field)
    // it arrived after the conversation was opened
    untracked(() => composeState.openAgain())
}
