import { invalidArgument, type MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../../channels/channels/cache.ts'
import { readableMessage } from '../../../../messages/messages/access/readable.ts'
import { readerOf } from '../../../../messages/messages/access/reader.ts'
import { normalTopic } from '../../../../messages/messages/recipient.ts'
import type { Move } from '../../steps/move-input.ts'
import { checkHasMessage, messageOf } from './cause-message.ts'
import { checkPlace } from './place-check.ts'
import type { StepKind } from './step-kind.ts'
import { moveEffect } from './whole-move.ts'

export const move: StepKind<Move> = {
  canBeRolledBack: true,
  check(mutation, step, location) {
    const { at } = location
    checkHasMessage(location)
    if (step.stream_id === null && step.topic === null)
      throw invalidArgument({}, { name: `${at}.topic`, reason: 'is required without stream_id' })
    return { step, channelsToJoin: checkPlace(mutation, step.stream_id, location) }
  },
  async prepare(context, step) {
    const { id } = messageOf(context.cause)
    return moveEffect(context, id, (mutation) => destinationOf(mutation, id, step))
  },
}

async function destinationOf(
  mutation: Mutation,
  messageId: MessageId,
  { what, stream_id, topic: newTopic }: Move,
): ReturnType<Parameters<typeof moveEffect>[2]> {
  const message = await readableMessage(mutation.tx, await readerOf(mutation), messageId)
  const channel = mutation.get(channelsCache).ofConversation(message.conversation_id)
  const topic = newTopic === null ? undefined : normalTopic(newTopic)
  const isThere = (stream_id ?? channel?.id) === channel?.id && (topic ?? message.topic) === message.topic
  // moved by an earlier step or run
  if (isThere) return undefined
  return {
    topic,
    channelId: stream_id ?? undefined,
    mode: what === 'topic' ? 'change_all' : 'change_one',
    notices: { toOld: false, toNew: true },
  }
}
