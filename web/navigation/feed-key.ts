import { type Narrow, narrowKey } from '../narrow/narrow.ts'
import { moveList } from '../store/lists.ts'
import { readingPausedIn } from '../store/reading.ts'

let shown = { narrow: '', key: '' }
let count = 0

/**
 * Stays the same while the same messages are shown: a topic that is moved or renamed keeps its feed, and with it the field
 * in which a message is being edited.
 */
export function feedKey(narrow: Narrow): string {
  const now = narrowKey(narrow)
  if (now !== shown.narrow) shown = { narrow: now, key: `feed ${++count}` }
  return shown.key
}

/** The messages on the screen have moved to another narrow, which is about to be opened. */
export function moveFeed(from: Narrow, to: Narrow): void {
  moveList(from, to)
  if (readingPausedIn.peek() === narrowKey(from)) readingPausedIn.value = narrowKey(to)
  shown = { narrow: narrowKey(to), key: shown.key }
}
