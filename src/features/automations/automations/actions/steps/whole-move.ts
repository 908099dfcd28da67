import { type Edit, editMessage } from '../../../../messages/messages/actions/edit/edit.ts'
import { endLongMove, type MoveProgress } from '../../../../messages/messages/actions/edit/long-move.ts'
import { maxAtOnce } from '../../../../messages/messages/actions/edit/plan.ts'
import { StepSize } from '../../../../messages/messages/step-size.ts'
import { tooOldToMove } from '../../errors.ts'
import type { Effect, RunContext } from './step-kind.ts'

type Destination = Pick<Edit, 'topic' | 'channelId' | 'mode' | 'notices'>

/**
 * Moves messages. A long topic takes several transactions, so that other people's requests run in between; the step's
 * message moves in the last one, with the run. `destinationOf` returns undefined if there's nothing to move.
 */
export function moveEffect(
  { org, cleanups }: RunContext,
  messageId: Edit['messageId'],
  destinationOf: (mutation: Parameters<Effect>[0]) => Promise<Destination | undefined>,
): Effect {
  // others wait for this object's move, so it's the same if a transaction is repeated
  const edit: { -readonly [K in keyof Edit]: Edit[K] } = {
    messageId,
    mode: 'change_one',
    notices: { toOld: false, toNew: false },
  }
  cleanups.push(() => endLongMove(org, edit))
  const size = new StepSize({ first: 100, least: 50, most: maxAtOnce })
  const part =
    (progress?: MoveProgress): Effect =>
    async (mutation) => {
      if (!progress) {
        const destination = await destinationOf(mutation)
        if (!destination) return {}
        Object.assign(edit, destination)
      }
      size.begin()
      const result = await editMessage(mutation, edit, size.count, progress)
      size.end()
      if (result.is === 'done') return {}
      if (result.is === 'tooOld') throw tooOldToMove()
      if (result.is === 'begun') return { more: { effect: part(result.progress) } }
      return { more: { effect: part(progress), when: result.until } }
    }
  return part()
}
