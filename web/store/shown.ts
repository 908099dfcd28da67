import type { Anchor } from '../narrow/message-source.ts'
import type { Run } from '../narrow/run.ts'

/** How much is fetched around the place where a list is opened. */
export const firstBefore = 40
export const firstAfter = 40
/** How much is refetched on each side when the session re-registers. */
const maxRefreshed = 1_000

export interface Shown extends Run {
  /** The message to open the view at; undefined until something was fetched. */
  readonly anchor: number | undefined
  readonly problem: unknown
}

export const nothing: Shown = { ids: [], hasOldest: false, hasNewest: false, anchor: undefined, problem: undefined }

interface Knowledge {
  has(id: number): boolean
  isRead(id: number): boolean
}

/** Where to open a list that has the anchor already; undefined if it has to be fetched. */
export function placeIn(now: Shown, wasAhead: boolean, anchor: Anchor, { has, isRead }: Knowledge): number | undefined {
  if (anchor === 'first_unread' && wasAhead) {
    const unread = now.ids.find((id) => !isRead(id))
    // messages read in the meantime don't justify opening in the middle
    return unread !== undefined || now.hasNewest ? (unread ?? now.ids.at(-1) ?? 0) : undefined
  }
  if (typeof anchor === 'number' && has(anchor)) return anchor
  return anchor === 'newest' && now.hasNewest ? now.ids.at(-1) : undefined
}

/** The request that replaces the current content: the newest messages, plus later ones. */
export function refreshed({ ids, hasNewest, anchor }: Shown, place: number | undefined) {
  const edge = ids.at(-1)
  const from: Anchor = edge === undefined ? 'newest' : hasNewest ? edge : (place ?? anchor ?? edge)
  const half = Math.min(maxRefreshed, ids.length + firstBefore)
  return { from, before: half, after: hasNewest ? maxRefreshed : half }
}
