import type { Mutation } from '#platform/organization'
import { type Edit, editMessage } from '../../../../messages/messages/actions/edit/edit.ts'
import { endLongMove, type MoveProgress } from '../../../../messages/messages/actions/edit/long-move.ts'
import { tooOldToMove } from '../../errors.ts'

/** Moves messages in this transaction. `editMessage` moves a long topic in batches, but a step is one transaction. */
export async function moveAtOnce(mutation: Mutation, edit: Edit): Promise<void> {
  let progress: MoveProgress | undefined
  try {
    for (;;) {
      const result = await editMessage(mutation, edit, undefined, progress)
      if (result.is === 'done') return
      if (result.is === 'tooOld') throw tooOldToMove()
      // someone else is moving it; the run is retried
      if (result.is !== 'begun') throw new Error(`Message ${edit.messageId} is being moved`)
      progress = result.progress
    }
  } finally {
    endLongMove(mutation.org, edit)
  }
}
