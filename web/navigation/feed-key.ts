import { type Narrow, narrowKey } from '../narrow/narrow.ts'
import { moveList } from '../store/lists.ts'
import { readingPausedIn } from '../store/reading.ts'

let shown = { narrow: '', key: '' }
let count = 0

/** Stable while the same messages are shown, so that the feed and open editors survive a moved or renamed topic. */
export function feedKey(narrow: Narrow): string {
  const now = narrowKey(narrow)
  if (now !== shown.narrow) shown = { narrow: now, key: `feed ${++count}` }
  return shown.key
}

/** Call before opening the narrow that the messages on the screen have moved to. */
export function moveFeed(from: Narrow, to: Narrow): void {
  moveList(from, to)
  if (readingPausedIn.peek() === narrowKey(from)) readingPausedIn.value = narrowKey(to)
  shown = { narrow: narrowKey(to), key: shown.key }
}
