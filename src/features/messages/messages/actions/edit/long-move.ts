import { type ChannelId, type MessageId, topicKey } from '#contract'
import type { Organization } from '#platform/organization'
import type { Move } from './plan.ts'

export interface MoveProgress {
  /**
   * Only messages with lower IDs are left, plus the named one, which moves last. perf: this is above the last batch, so
   * finding the next batch passes the index entries that were just moved away, and the index skips them from then on;
   * otherwise the next read of the topic would pass all of them at once.
   */
  readonly below: number
  readonly moved: number
  readonly channelId: ChannelId
  readonly topicBefore: string
  /** The destination topic had messages before the move. */
  readonly joins: boolean
}

export const progressOf = (
  { ids, from, topicBefore, joins }: Move,
  before: MoveProgress | undefined,
): MoveProgress => ({
  below: (ids.at(-1) as MessageId) + 1,
  moved: (before?.moved ?? 0) + ids.length,
  channelId: from.id,
  topicBefore,
  joins,
})

type Places = Pick<Move, 'from' | 'to' | 'topicBefore' | 'topic'>

interface LongMove {
  readonly places: ReadonlySet<string>
  readonly ended: Promise<void>
  readonly end: () => void
}

const underWay = new WeakMap<Organization, Map<object, LongMove>>()

/** Topics are case-insensitive. */
const placesOf = ({ from, to, topicBefore, topic }: Places): Set<string> =>
  new Set([topicKey(from.id, topicBefore), topicKey(to.id, topic)])

/** A promise for the end of another request's unfinished move from or to one of these topics. */
export function otherMoveAt(org: Organization, request: object, places: Places): Promise<void> | undefined {
  const wanted = placesOf(places)
  for (const [other, { places: taken, ended }] of underWay.get(org) ?? [])
    if (other !== request && [...wanted].some((place) => taken.has(place))) return ended
  return undefined
}

/** Makes other moves from or to these topics wait until {@link endLongMove}. */
export function beginLongMove(org: Organization, request: object, places: Places): void {
  const moves = underWay.get(org) ?? new Map<object, LongMove>()
  underWay.set(org, moves)
  if (moves.has(request)) return
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  moves.set(request, { places: placesOf(places), ended, end })
}

export function endLongMove(org: Organization, request: object): void {
  const moves = underWay.get(org)
  moves?.get(request)?.end()
  moves?.delete(request)
}
