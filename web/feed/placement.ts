import { around, grown, kept, type Window } from './window.ts'

/*
 * The geometry of a feed. The list holds a run of messages, the window is the part of it with rows in the DOM, and the
 * viewport is what the reader sees of these:
 *
 *     ids[0] ┌ ─ ─ ─ ─ ─ ─ ─ ┐   in memory only; fewer than `fetchMargin` above the window: fetch older ones
 *              ...
 *     window.from ───────────┬──────────────────── top of the scrollable content
 *            │ row           │
 *            │ row           │ above (px); less than two screens: grow up, more than three: rows can go
 *            │ row           │
 *            ╞═══════════════╡ scrollTop
 *            │ row           │
 *            │ anchor        │ viewport (height, px): the first row that begins here keeps its place on the screen
 *            │ row           │
 *            ╞═══════════════╡
 *            │ row           │ below (px); the same limits
 *     window.to ─────────────┴──────────────────── end of the scrollable content
 *              ...
 *            └ ─ ─ ─ ─ ─ ─ ─ ┘   in memory only; fewer than `fetchMargin` below the window: fetch newer ones
 *     ids.length
 *
 * This file decides which messages have rows, and `Anchor` keeps those in view from moving.
 */

const fetchMargin = 150
const screensAhead = 2

/** Which messages of a list have rows, and what was decided when the feed was opened there. */
export interface Placement {
  /** The message IDs that `window` refers to, ascending. */
  readonly ids: readonly number[]
  readonly window: Window
  /** The message that the list was opened at; undefined while nothing was fetched. */
  readonly openedAt: number | undefined
  readonly selected: number | undefined
  readonly firstUnread: number | undefined
}

const noRows: Window = { from: 0, to: 0 }

export const unplaced: Placement = {
  ids: [],
  window: noRows,
  openedAt: undefined,
  selected: undefined,
  firstUnread: undefined,
}

/** The current content of the list, and where the viewport is. */
interface Current {
  readonly ids: readonly number[]
  readonly openedAt: number | undefined
  readonly hasNewest: boolean
  /** Whether the viewport stays at the end when messages arrive. */
  readonly follows: boolean
  /** The message that the viewport was last opened at; undefined before the first rows. */
  readonly scrolledTo: number | undefined
  /** Characters of a message's HTML. */
  sizeOf(id: number): number
  isRead(id: number): boolean
}

/** The placement for the current content. */
export function placed(previous: Placement, current: Current): Placement {
  const { ids, openedAt, scrolledTo } = current
  const next = { ...previous, ids, openedAt }
  const sizeOf = (index: number) => current.sizeOf(ids[index] as number)
  if (openedAt === undefined || ids.length === 0) return { ...next, window: noRows }
  const window = keptWindow(previous, current)
  const isElsewhere = scrolledTo !== undefined && scrolledTo !== openedAt
  if (previous.openedAt === undefined || (isElsewhere && !ids.slice(window.from, window.to).includes(openedAt)))
    return {
      ...next,
      window: around(Math.max(0, ids.indexOf(openedAt)), ids.length, { sizeOf }),
      selected: openedAt,
      firstUnread: ids.find((id) => !current.isRead(id)),
    }
  if (isElsewhere) return { ...next, window, selected: openedAt }
  // an empty feed shows everything that arrives
  if (previous.ids.length === 0) return { ...next, window: around(ids.length - 1, ids.length, { sizeOf }) }
  return { ...next, window }
}

/** The window of the previous rows in the current messages. */
function keptWindow(previous: Placement, { ids, hasNewest, follows }: Current): Window {
  if (previous.ids.length === 0) return noRows
  return previous.ids === ids ? previous.window : kept(previous.ids, previous.window, ids, hasNewest && follows)
}

/** True if an empty feed got its first messages. */
export const isFilled = (previous: Placement, next: Placement): boolean =>
  previous.openedAt !== undefined && previous.ids.length === 0 && next.ids.length > 0

/** The placement at the end of the list, with the newest message selected. */
export const placedAtEnd = (previous: Placement, ids: readonly number[]): Placement => ({
  ...previous,
  ids,
  window: around(Math.max(0, ids.length - 1), ids.length),
  selected: ids.at(-1),
})

/** The placement with a row for every message in memory. */
export const placedWhole = (previous: Placement): Placement => ({
  ...previous,
  window: { from: 0, to: previous.ids.length },
})

/** Pixels of the content above, in, and below the viewport. */
export interface Extent {
  readonly above: number
  readonly height: number
  readonly below: number
}

interface Wants {
  /** The end at which rows are missing; the nearer one if both are. */
  readonly rows: 'up' | 'down' | undefined
  readonly older: boolean
  readonly newer: boolean
}

/** What to render and fetch so that two screens on each side of the viewport are ready. */
export function wanted({ ids, window: { from, to } }: Placement, { above, height, below }: Extent): Wants {
  const margin = screensAhead * height
  const [isNearTop, isNearEnd] = [above < margin, below < margin]
  const [up, down] = [isNearTop && from > 0, isNearEnd && to < ids.length]
  return {
    rows: up && !(down && below < above) ? 'up' : down ? 'down' : undefined,
    older: isNearTop && from < fetchMargin,
    newer: isNearEnd && ids.length - to < fetchMargin,
  }
}

interface Growth {
  readonly direction: 'up' | 'down'
  /** Rows at the other end that can be removed. */
  readonly spare: number
  /** Characters of a message's HTML. */
  sizeOf(id: number): number
}

/** The placement with one step more rows at one end. */
export function extended(previous: Placement, { direction, spare, sizeOf }: Growth): Placement {
  const { ids, window } = previous
  const count = ids.length
  const sizeAt = (index: number) => sizeOf(ids[index] as number)
  return { ...previous, window: grown(window, { direction, count, spare, sizeOf: sizeAt }) }
}
