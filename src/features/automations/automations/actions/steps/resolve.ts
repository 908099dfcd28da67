import type { MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { readableMessage } from '../../../../messages/messages/access/readable.ts'
import { readerOf } from '../../../../messages/messages/access/reader.ts'
import { type Edit, editMessage } from '../../../../messages/messages/actions/edit/edit.ts'
import { endLongMove, type MoveProgress } from '../../../../messages/messages/actions/edit/long-move.ts'
import { isResolved, resolvedMark } from '../../../../messages/messages/topics.ts'
import type { Resolve } from '../../steps/resolve-input.ts'
import { checkHasMessage, messageOf } from './cause-message.ts'
import type { StepKind } from './step-kind.ts'

export const resolve: StepKind<Resolve> = {
  check(_mutation, step, location) {
    checkHasMessage(location)
    return { step, channelsToJoin: [] }
  },
  async prepare({ cause }) {
    const { id } = messageOf(cause)
    return async (mutation) => {
      await resolveTopic(mutation, id)
      return {}
    }
  },
}

async function resolveTopic(mutation: Mutation, messageId: MessageId): Promise<void> {
  const { topic } = await readableMessage(mutation.tx, await readerOf(mutation), messageId)
  if (isResolved(topic)) return
  const edit: Edit = {
    messageId,
    topic: resolvedMark + topic,
    mode: 'change_all',
    notices: { toOld: false, toNew: false },
  }
  let progress: MoveProgress | undefined
  try {
    // editMessage moves a long topic in batches, but a step is one transaction
    for (;;) {
      const result = await editMessage(mutation, edit, undefined, progress)
      if (result.is === 'done') return
      // someone else is moving it; the run is retried
      if (result.is !== 'begun') throw new Error(`Message ${messageId} is being moved`)
      progress = result.progress
    }
  } finally {
    endLongMove(mutation.org, edit)
  }
}
