import type { WireEvent } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { editedHere } from './edited-here.ts'

/** A list, as far as it decides which messages belong to it. */
interface Judge {
  /** Whether the messages are elsewhere now; one that merely no longer fits stays in sight. */
  readonly moved: boolean
  /** Undefined where only the server can tell. */
  fits(message: Message): boolean | undefined
  get(id: number): Message | undefined
  isHere(id: number): boolean
  /** Whether it would be seen between those that are there. */
  covers(id: number): boolean
}

/** Which of some messages a list loses, gets, and has to ask about. */
export function judged(candidates: Iterable<number>, list: Judge) {
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
