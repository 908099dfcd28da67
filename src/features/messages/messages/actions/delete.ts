import type { MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { canDeleteAnyMessage, canDeleteOwnMessage } from '../../../channels/channels/access.ts'
import { firstMessageIn, setFirstMessage } from '../../../channels/channels/actions/activity.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { actorOf } from '../../../people/organization/access.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { releaseAttachments } from '../../attachments/actions/attachment.ts'
import { type ReadableMessage, readableMessage } from '../access/readable.ts'
import { type Reader, readableRanges, readerOf } from '../access/reader.ts'
import { notifiedUsers, type Recipients } from '../access/readers.ts'
import * as api from '../api/delete.ts'
import { messagesDeleted } from '../hooks.ts'
import { deadlineOf, deletionError, directDeletion, graceMs, isOwnMessage } from '../rules.ts'
import { archiveMessages, deleteMessages, messagesToDelete, newestOfTopic, type ToDelete } from '../store/archive.ts'
import { flagHolders, oldestMessage } from '../store/move.ts'
import { emitDeletions } from './deleted.ts'

export async function deleteMessage(mutation: Mutation, messageId: MessageId): Promise<void> {
  const reader = await readerOf(mutation)
  const message = await readableMessage(mutation.tx, reader, messageId)
  checkCanDelete(mutation, reader, message)
  mutation.isOwnAffair = isOwn(mutation, message)
  await removeMessages(mutation, [messageId], mutation.viewer.id)
}

/** Messages of a user's bots count as their own. */
function isOwn(mutation: Mutation, { sender_id }: ReadableMessage): boolean {
  const sender = mutation.get(peopleCache).byId.get(sender_id)
  return isOwnMessage(mutation.viewer.id, { id: sender_id, botOwnerId: sender?.botOwnerId })
}

function checkCanDelete(mutation: Mutation, { viewer, subscriptions }: Reader, message: ReadableMessage): void {
  const settings = settingsOf(mutation)
  const channel = mutation.get(channelsCache).ofConversation(message.conversation_id)
  const isSubscribed = channel !== undefined && subscriptions.isSubscribed(channel.id)
  const actor = actorOf(mutation.org, viewer)
  const problem = deletionError({
    canDeleteAny: channel
      ? canDeleteAnyMessage(viewer, channel, isSubscribed, settings)
      : directDeletion.any.allows(actor),
    canDeleteOwn: channel
      ? canDeleteOwnMessage(viewer, channel, isSubscribed, settings)
      : directDeletion.own.allows(actor),
    isOwn: isOwn(mutation, message),
    deadlineMs: deadlineOf(message.sent_at.getTime() + graceMs, settings.message_content_delete_limit_seconds),
    nowMs: mutation.now.getTime(),
  })
  if (problem) throw problem === 'tooLate' ? api.deleteTooLate() : api.cannotDelete()
}

/** Maximum messages deleted per transaction, so that other requests don't wait long. */
export const maxAtOnce = 200

/** Deletes up to `most` of the topic's newest messages that the caller can read; returns whether none are left. */
export async function deleteFromTopic(
  mutation: Mutation,
  channel: Channel,
  topic: string,
  most: number,
): Promise<boolean> {
  const { tx, viewer } = mutation
  const reader = await readerOf(mutation)
  if (!canDeleteAnyMessage(viewer, channel, reader.subscriptions.isSubscribed(channel.id), settingsOf(mutation)))
    throw api.cannotDeleteTopic()
  const ranges = readableRanges(reader, channel)
  const ids = await newestOfTopic(tx, channel.conversationId, topic, { ranges }, most)
  await removeMessages(mutation, ids, viewer.id)
  return ids.length < most
}

/** Deletes messages and notifies everyone who could see them. Statements depend on conversations, not messages. */
export async function removeMessages(
  mutation: Mutation,
  ids: readonly MessageId[],
  by: UserId | null,
  deletionId: number | null = null,
): Promise<void> {
  const { tx, org, now } = mutation
  const toDelete = await messagesToDelete(tx, org.id, ids)
  if (toDelete.length === 0) return
  const existing = toDelete.map(({ id }) => id)
  const special = await flagHolders(tx, existing)
  const channels = mutation.get(channelsCache)
  const affected = new Set<Channel>()
  const deferredEvents: (() => void)[] = []
  for (const [conversationId, messages] of groupedBy(toDelete, ({ conversation_id }) => conversation_id)) {
    const channel = channels.ofConversation(conversationId)
    if (channel) affected.add(channel)
    const own = messages.map(({ id }) => id)
    const among = new Set(own)
    const beside = special.filter((one) => one.ids.some((id) => among.has(id))).map(({ user_id }) => user_id)
    const told: Recipients[] = channel
      ? await notifiedUsers(mutation, channel, own, beside)
      : [{ ids: own, audience: { users: messages[0]?.member_ids ?? [] } }]
    for (const one of told) deferredEvents.push(() => emitDeletion(mutation, channel, messages, one))
  }
  await archiveMessages(tx, org.id, existing, by, now, deletionId)
  await releaseAttachments(mutation, existing)
  await deleteMessages(tx, existing)
  for (const say of deferredEvents) say()
  await messagesDeleted(mutation, existing)
  const gone = new Set(existing)
  for (const channel of affected) {
    const first = firstMessageIn(mutation, channel)
    if (first !== null && gone.has(first))
      await setFirstMessage(mutation, channel.id, await oldestMessage(tx, channel.conversationId))
  }
}

/** An event names one topic. */
function emitDeletion(
  mutation: Mutation,
  channel: Channel | undefined,
  messages: readonly ToDelete[],
  { ids, audience }: Recipients,
): void {
  if (!channel) {
    emitDeletions(mutation, undefined, ids, audience)
    return
  }
  const seen = new Set(ids)
  const visible = messages.filter(({ id }) => seen.has(id))
  for (const [, some] of groupedBy(visible, ({ topic }) => topic.toLowerCase())) {
    const topic = some.at(-1)?.topic ?? ''
    emitDeletions(
      mutation,
      { channel, topic },
      some.map(({ id }) => id),
      audience,
    )
  }
}

function groupedBy<T, K>(list: readonly T[], key: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of list) {
    const group = groups.get(key(one))
    if (group) group.push(one)
    else groups.set(key(one), [one])
  }
  return groups
}
