import { ascending } from '#contract'
import type { Anchor } from '../store/message-source.ts'
import { changed, covers, type Run } from '../store/run.ts'

/** What is known of a list, in its order; between two of them something is missing. */
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
/** Of a range without ids that is not the whole list, nothing is known. */
const says = (run: Run): boolean => run.ids.length > 0 || isWhole(run)

/** With a range as it is now: of what was known before, what lies outside of it stays, in one range where they meet. */
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

/** Without some ids, which are no longer in the list. */
export function without(ranges: Ranges, gone: ReadonlySet<number>): Ranges {
  const left = ranges.map((one) => changed(one, [], gone))
  return left.every((one, at) => one === ranges[at]) ? ranges : left.filter(says)
}

/** With an id that has come into the list, where its place is known. */
export const withId = (ranges: Ranges, id: number): Ranges =>
  isCovered(ranges, id) ? ranges.map((one) => (covers(one, id) ? changed(one, [id], new Set()) : one)) : ranges

/** Something is where nobody knows what: what was known around it says nothing any more. */
export const withoutRangeAt = (ranges: Ranges, id: number): Ranges => ranges.filter((one) => !covers(one, id))

export const isCovered = (ranges: Ranges, id: number): boolean => ranges.some((one) => covers(one, id))

export const idsOf = (ranges: Ranges): number[] => ranges.flatMap(({ ids }) => ids)

/**
 * What a server would answer, as far as it is known here: fewer than were asked for where something is missing, undefined
 * where that says nothing. `lenient`: the newest that is known will do for the newest there is.
 */
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
  // who asks for more is not told that there is nothing, where that is not known
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
