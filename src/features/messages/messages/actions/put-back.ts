import { createHash } from 'node:crypto'
import { type ChannelId, type MessageId, seconds } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { checkCanWriteIn } from '../../../people/restrictions/access.ts'
import { type ReadableMessage, readableMessageFacts } from '../access/readable.ts'
import { readerFor } from '../access/reader.ts'
import { checkNotRestrictedAt } from '../access/send.ts'
import type { ChangedReaction, MovedMessages } from '../hooks.ts'
import { putReaction, takeReaction } from '../reactions/actions.ts'
import { reactionsOf } from '../reactions/store.ts'
import { topicExists } from '../store/messages.ts'
import { checkNotLocked } from '../topic-locks/access.ts'
import { bareTopic } from '../topics.ts'
import { isSameReaction } from '../wire.ts'
import type { Text } from './compose.ts'
import { removeMessages } from './delete.ts'
import { contentFields, writeContent } from './edit/content.ts'
import { emitEdit, emitMove } from './edit/events.ts'
import { keepFirstMessages } from './edit/notices.ts'
import { performMove } from './edit/perform.ts'
import { isSamePlace, type Move } from './edit/plan.ts'
import { restoreMessage } from './restore.ts'

/*
 * Undo functions: the caller checks permissions, and each returns the obstacle if a newer change prevents it. They throw
 * if a restriction keeps the viewer from writing there; removing what was added stays possible.
 */

/** Deleted, edited, or moved since; or the channel is archived, or the author deactivated. */
export type Obstacle = 'deleted' | 'edited' | 'moved' | 'archived' | 'deactivated' | 'changed'

export const textHash = (content: string): string => createHash('sha256').update(content).digest('hex')

async function stored(mutation: Mutation, id: MessageId): Promise<ReadableMessage | undefined> {
  return (await readableMessageFacts(mutation.tx, mutation.org.id, [id]))[0]
}

/** Deletes a message to undo sending it; does nothing if it's already deleted. */
export async function takeBackMessage(mutation: Mutation, id: MessageId, hash: string): Promise<Obstacle | undefined> {
  const message = await stored(mutation, id)
  if (!message) return undefined
  if (textHash(message.content) !== hash) return 'edited'
  await removeMessages(mutation, [id], mutation.viewer.id)
}

/** Restores a message's previous text; `hash` is that of the text to replace. */
export async function putBackText(
  mutation: Mutation,
  id: MessageId,
  hash: string,
  before: Text,
): Promise<Obstacle | undefined> {
  const message = await stored(mutation, id)
  if (!message) return 'deleted'
  checkNotRestrictedAt(mutation, message)
  if (textHash(message.content) !== hash) return 'edited'
  const channel = mutation.get(channelsCache).ofConversation(message.conversation_id)
  if (channel?.isArchived) return 'archived'
  const reader = await readerFor(mutation, message.sender_id)
  if (!reader) return 'deactivated'
  const common = { user_id: mutation.viewer.id, rendering_only: false, edit_timestamp: seconds(mutation.now) }
  // files belong to the author
  await mutation.as(message.sender_id, () =>
    writeContent(mutation, reader, message, channel, message.topic, before, { withHistory: true }),
  )
  const fields = { ...common, ...contentFields(message, before) }
  await emitEdit(mutation, message, channel, fields, before.rendered.channelWildcard)
}

export interface MovedBetween extends Pick<MovedMessages, 'ids' | 'topicBefore' | 'topic'> {
  readonly from: ChannelId
  readonly to: ChannelId
}

/** Moves messages back, all of them or none. */
export async function putBackPlace(mutation: Mutation, moved: MovedBetween): Promise<Obstacle | undefined> {
  const { ids } = moved
  const channels = mutation.get(channelsCache)
  const from = channels.byId.get(moved.to)
  const to = channels.byId.get(moved.from)
  if (!from || !to || from.isArchived || to.isArchived) return 'archived'
  for (const { id } of [from, to]) checkCanWriteIn(mutation, { channelId: id })
  checkNotLocked(mutation, from, moved.topic)
  checkNotLocked(mutation, to, moved.topicBefore)
  const messages = await readableMessageFacts(mutation.tx, mutation.org.id, ids)
  const [first] = messages
  if (!first || messages.length !== ids.length) return 'deleted'
  if (messages.some((one) => one.conversation_id !== from.conversationId || one.topic !== moved.topic)) return 'moved'
  const { topic: topicBefore, topicBefore: topic } = moved
  const move: Move = {
    from,
    to,
    topicBefore,
    topic,
    ids,
    isLast: true,
    mode: ids.length === 1 ? 'change_one' : 'change_later',
    isResolving: from === to && bareTopic(topic) === bareTopic(topicBefore),
    joins: isSamePlace({ from, to, topicBefore, topic }) || (await topicExists(mutation.tx, to.conversationId, topic)),
  }
  const result = await performMove(mutation, first, move, {})
  const common = { user_id: mutation.viewer.id, rendering_only: false, edit_timestamp: seconds(mutation.now) }
  await emitMove(mutation, first, move, result, common, undefined, first.channel_wildcard)
  await keepFirstMessages(mutation, move)
}

export async function bringBack(mutation: Mutation, ids: readonly MessageId[]): Promise<Obstacle | undefined> {
  for (const id of ids) {
    if (!(await restoreMessage(mutation, id))) return 'deleted'
    const message = await stored(mutation, id)
    if (message) checkNotRestrictedAt(mutation, message)
  }
}

/** Removes an added reaction or adds a removed one; does nothing if that's already the case. */
export async function putBackReaction(mutation: Mutation, changed: ChangedReaction): Promise<Obstacle | undefined> {
  const { messageId, reaction, op } = changed
  const message = await stored(mutation, messageId)
  if (!message) return op === 'add' ? undefined : 'deleted'
  const present = (await reactionsOf(mutation.tx, [messageId])).get(messageId) ?? []
  const isThere = present.some((one) => isSameReaction(one, reaction))
  if (op === 'add' && isThere) await takeReaction(mutation, message, reaction)
  if (op === 'remove' && !isThere) {
    checkNotRestrictedAt(mutation, message)
    await putReaction(mutation, message, reaction)
  }
}
