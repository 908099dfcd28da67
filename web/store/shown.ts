import type { Anchor } from '../narrow/message-source.ts'
import type { Run } from '../narrow/run.ts'

/** How much is fetched around the place where a list is opened. */
export const firstBefore = 40
export const firstAfter = 40
/** On each side of the place, when a new session asks for what is shown already. */
const maxRefreshed = 1_000

/** What a list shows at a moment. */
export interface Shown extends Run {
  /** The message at which the view opens; undefined until something was fetched. */
  readonly anchor: number | undefined
  readonly problem: unknown
}

/** Before anything was fetched. */
export const nothing: Shown = { ids: [], hasOldest: false, hasNewest: false, anchor: undefined, problem: undefined }

/** What a list knows of messages. */
interface Knowledge {
  has(id: number): boolean
  isRead(id: number): boolean
}

/** Where a list that shows an anchor already is opened; undefined where it has to be fetched. */
export function placeIn(now: Shown, wasAhead: boolean, anchor: Anchor, { has, isRead }: Knowledge): number | undefined {
  if (anchor === 'first_unread' && wasAhead) {
    const unread = now.ids.find((id) => !isRead(id))
    // what was read meanwhile is no reason to begin at what is not the end
    return unread !== undefined || now.hasNewest ? (unread ?? now.ids.at(-1) ?? 0) : undefined
  }
  if (typeof anchor === 'number' && has(anchor)) return anchor
  return anchor === 'newest' && now.hasNewest ? now.ids.at(-1) : undefined
}

/** What to fetch in place of what is shown: the newest that there were, and what has come since. */
export function refreshed({ ids, hasNewest, anchor }: Shown, place: number | undefined) {
  const edge = ids.at(-1)
  const from: Anchor = edge === undefined ? 'newest' : hasNewest ? edge : (place ?? anchor ?? edge)
  const half = Math.min(maxRefreshed, ids.length + firstBefore)
  return { from, before: half, after: hasNewest ? maxRefreshed : half }
}
