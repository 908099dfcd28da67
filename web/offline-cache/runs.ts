import { ascending } from '#contract'
import type { Anchor } from '../narrow/message-source.ts'
import { changed, covers, type Run } from '../narrow/run.ts'

/** Known ranges of a list, in order; there's a gap between any two. */
export type Ranges = readonly Run[]

export interface Question {
  readonly anchor: Anchor
  readonly before: number
  readonly after: number
  readonly includeAnchor: boolean
}

export interface Answer {
  readonly ids: readonly number[]
  readonly anchor: number
  readonly found_oldest: boolean
  readonly found_newest: boolean
}

const isWhole = ({ hasOldest, hasNewest }: Run): boolean => hasOldest && hasNewest
const start = (run: Run): number => (run.hasOldest ? Number.NEGATIVE_INFINITY : (run.ids[0] as number))
const end = (run: Run): number => (run.hasNewest ? Number.POSITIVE_INFINITY : (run.ids.at(-1) as number))
/** True unless the range is empty, which says something only if it's the whole list. */
const says = (run: Run): boolean => run.ids.length > 0 || isWhole(run)

/** Adds a fresh range: it replaces what it overlaps, and merges with ranges it touches. */
export function joined(ranges: Ranges, fresh: Run): Ranges {
  if (!says(fresh)) return ranges
  const [from, to] = [start(fresh), end(fresh)]
  let { ids, hasOldest, hasNewest }: Run = fresh
  const apart: Run[] = []
  for (const one of ranges) {
    if (end(one) < from || start(one) > to) {
      apart.push(one)
      continue
    }
    ids = [...one.ids.filter((id) => id < from), ...ids, ...one.ids.filter((id) => id > to)]
    hasOldest ||= one.hasOldest
    hasNewest ||= one.hasNewest
  }
  return [...apart, { ids: ascending(ids), hasOldest, hasNewest }].sort((a, b) => start(a) - start(b))
}

export function without(ranges: Ranges, gone: ReadonlySet<number>): Ranges {
  const left = ranges.map((one) => changed(one, [], gone))
  return left.every((one, at) => one === ranges[at]) ? ranges : left.filter(says)
}

/** Inserts an ID if it falls into a known range. */
export const withId = (ranges: Ranges, id: number): Ranges =>
  isCovered(ranges, id) ? ranges.map((one) => (covers(one, id) ? changed(one, [id], new Set()) : one)) : ranges

/** Drops the range around an ID, because its contents are no longer certain. */
export const withoutRangeAt = (ranges: Ranges, id: number): Ranges => ranges.filter((one) => !covers(one, id))

export const isCovered = (ranges: Ranges, id: number): boolean => ranges.some((one) => covers(one, id))

export const idsOf = (ranges: Ranges): number[] => ranges.flatMap(({ ids }) => ids)

/** The known part of the server's response; undefined if that's none. `lenient`: the newest known may be the newest. */
export function answerFrom(ranges: Ranges, question: Question, lenient = false): Answer | undefined {
  const { anchor, before, after, includeAnchor } = question
  const run = rangeFor(ranges, anchor, lenient)
  if (!run) return undefined
  const { ids } = run
  const id = typeof anchor === 'number' ? anchor : ((anchor === 'oldest' ? ids[0] : ids.at(-1)) ?? 0)
  const found = ids.findIndex((one) => one >= id)
  const at = found < 0 ? ids.length : found
  const from = Math.max(0, at - before)
  const to = Math.min(ids.length, at + (ids[at] === id ? 1 : 0) + after)
  const [found_oldest, found_newest] = [run.hasOldest && from === 0, run.hasNewest && to === ids.length]
  const answered = ids.slice(from, to).filter((one) => includeAnchor || one !== id)
  // don't return an empty page unless the list really ends there
  if (answered.length === 0 && !(before > 0 ? found_oldest : true)) return undefined
  if (answered.length === 0 && !(after > 0 ? found_newest : true)) return undefined
  return { ids: answered, anchor: id, found_oldest, found_newest }
}

function rangeFor(ranges: Ranges, anchor: Anchor, lenient: boolean): Run | undefined {
  if (typeof anchor === 'number') return ranges.find((one) => one.ids.includes(anchor) || covers(one, anchor))
  if (anchor === 'oldest') return ranges[0]?.hasOldest ? ranges[0] : undefined
  const last = ranges.at(-1)
  if (anchor === 'newest') return last?.hasNewest || lenient ? last : undefined
  return lenient ? last : undefined
}
