import type { ChannelId, MessageId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Move } from './plan.ts'

/** Of a move that takes more than one act. */
export interface MoveProgress {
  /**
   * Only older messages than the last part are left, and the one that was named: it goes last. perf: this is above that part,
   * so that looking for the next one passes by what has just left, which the index then skips ever after; whoever asks for
   * the topic in the end would pass by all of it at once.
   */
  readonly below: number
  /** How many were moved. */
  readonly moved: number
  /** Where they come from. */
  readonly channelId: ChannelId
  readonly topicBefore: string
  /** The new place had messages before the first of them. */
  readonly joins: boolean
}

/** After a part of it. */
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

/** By the request that moves. */
const underWay = new WeakMap<Organization, Map<object, LongMove>>()

/** Topics are the same whatever their case. */
const placesOf = ({ from, to, topicBefore, topic }: Places): Set<string> =>
  new Set([`${from.id} ${topicBefore.toLowerCase()}`, `${to.id} ${topic.toLowerCase()}`])

/** The end of a move of somebody else that has come half the way from or to one of these places. */
export function otherMoveAt(org: Organization, request: object, places: Places): Promise<void> | undefined {
  const wanted = placesOf(places)
  for (const [other, { places: taken, ended }] of underWay.get(org) ?? [])
    if (other !== request && [...wanted].some((place) => taken.has(place))) return ended
  return undefined
}

/** From now on other moves from or to these places wait until {@link endLongMove}. */
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
