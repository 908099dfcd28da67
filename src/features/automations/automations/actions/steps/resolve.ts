import type { MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { readableMessage } from '../../../../messages/messages/access/readable.ts'
import { readerOf } from '../../../../messages/messages/access/reader.ts'
import { isResolved, resolvedMark } from '../../../../messages/messages/topics.ts'
import type { Resolve } from '../../steps/resolve-input.ts'
import { checkHasMessage, messageOf } from './cause-message.ts'
import type { StepKind } from './step-kind.ts'
import { moveAtOnce } from './whole-move.ts'

export const resolve: StepKind<Resolve> = {
  canBeRolledBack: true,
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
  await moveAtOnce(mutation, {
    messageId,
    topic: resolvedMark + topic,
    mode: 'change_all',
    notices: { toOld: false, toNew: false },
  })
}
