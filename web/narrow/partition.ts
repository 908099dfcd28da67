import type { WireEvent } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { editedHere } from './edited-here.ts'

/** A list's rules for deciding which messages belong to it. */
interface ListRules {
  /** Whether the messages have moved; one that only stopped matching stays visible. */
  readonly moved: boolean
  /** Undefined if only the server can tell. */
  fits(message: Message): boolean | undefined
  get(id: number): Message | undefined
  isHere(id: number): boolean
  /** Whether the id falls inside the loaded range. */
  covers(id: number): boolean
}

/** Sorts messages into those that a list loses, gains, and has to ask the server about. */
export function partitioned(candidates: Iterable<number>, list: ListRules) {
  const gone = new Set<number>()
  const come: number[] = []
  const unsure: number[] = []
  for (const id of candidates) {
    const one = list.get(id)
    const isHere = list.isHere(id)
    const belongs = one && list.fits(one)
    if (isHere && (!one || (belongs === false && list.moved && !editedHere.peek().has(id)))) gone.add(id)
    if (isHere || !one || belongs === false || !list.covers(id)) continue
    if (belongs) come.push(id)
    else unsure.push(id)
  }
  return { gone, come, unsure }
}

export const isPlaceChange = (event: WireEvent): boolean =>
  event.type === 'update_message' && (event.subject !== undefined || event.new_stream_id !== undefined)
