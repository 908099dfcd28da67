import { readableMessage } from '../../../../messages/messages/access/readable.ts'
import { readerOf } from '../../../../messages/messages/access/reader.ts'
import { isResolved, resolvedMark } from '../../../../messages/messages/topics.ts'
import type { Resolve } from '../../steps/resolve-input.ts'
import { checkHasMessage, messageOf } from './cause-message.ts'
import type { StepKind } from './step-kind.ts'
import { moveEffect } from './whole-move.ts'

export const resolve: StepKind<Resolve> = {
  canBeRolledBack: true,
  check(_mutation, step, location) {
    checkHasMessage(location)
    return { step, channelsToJoin: [] }
  },
  async prepare(context) {
    const { id } = messageOf(context.cause)
    return moveEffect(context, id, async (mutation) => {
      const { topic } = await readableMessage(mutation.tx, await readerOf(mutation), id)
      if (isResolved(topic)) return undefined
      return { topic: resolvedMark + topic, mode: 'change_all', notices: { toOld: false, toNew: false } }
    })
  },
}
