import type { MessageId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import { releaseAttachments } from '../../attachments/actions/attachment.ts'
import { canDeleteAnyMessage, canDeleteOwnMessage } from '../../channels/access.ts'
import { setFirstMessage } from '../../channels/actions/activity.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { askerOf } from '../../organization/access.ts'
import { settingsOf } from '../../organization/mirror.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { type ReadableMessage, readableMessage } from '../access/readable.ts'
import { type Reader, readableRanges, readerOf } from '../access/reader.ts'
import { type Told, whoIsTold } from '../access/readers.ts'
import * as api from '../api/delete.ts'
import { messagesDeleted } from '../hooks.ts'
import { deadlineOf, deletionProblem, directDeletion, graceMs, isOwnMessage } from '../rules.ts'
import { archiveMessages, type Doomed, deleteMessages, doomedMessages, newestOfTopic } from '../store/archive.ts'
import { flagHolders, oldestMessage } from '../store/move.ts'
import { tellOfDeletion } from './deleted.ts'

export async function deleteMessage(act: Act, messageId: MessageId): Promise<void> {
  const reader = await readerOf(act)
  const message = await readableMessage(act.tx, reader, messageId)
  checkMayDelete(act, reader, message)
  act.isOwnAffair = isOwn(act, message)
  await removeMessages(act, [messageId], act.viewer.id)
}

/** Messages of a user's bots count as their own. */
function isOwn(act: Act, { sender_id }: ReadableMessage): boolean {
  const sender = act.get(peopleMirror).byId.get(sender_id)
  return isOwnMessage(act.viewer.id, { id: sender_id, botOwnerId: sender?.botOwnerId })
}

function checkMayDelete(act: Act, { viewer, subscriptions }: Reader, message: ReadableMessage): void {
  const settings = settingsOf(act)
  const channel = act.get(channelsMirror).ofConversation(message.conversation_id)
  const isSubscribed = channel !== undefined && subscriptions.isSubscribed(channel.id)
  const asker = askerOf(act.org, viewer)
  const problem = deletionProblem({
    canDeleteAny: channel
      ? canDeleteAnyMessage(viewer, channel, isSubscribed, settings)
      : directDeletion.any.allows(asker),
    canDeleteOwn: channel
      ? canDeleteOwnMessage(viewer, channel, isSubscribed, settings)
      : directDeletion.own.allows(asker),
    isOwn: isOwn(act, message),
    deadlineMs: deadlineOf(message.sent_at.getTime() + graceMs, settings.message_content_delete_limit_seconds),
    nowMs: act.now.getTime(),
  })
  if (problem) throw problem === 'tooLate' ? api.deleteTooLate() : api.mayNotDelete()
}

/** Maximum messages deleted per act, so that other requests don't wait long. */
export const mostAtOnce = 200

/** Deletes up to `most` of the topic's newest messages that the caller can read; returns whether none are left. */
export async function deleteFromTopic(act: Act, channel: Channel, topic: string, most: number): Promise<boolean> {
  const { tx, viewer } = act
  const reader = await readerOf(act)
  if (!canDeleteAnyMessage(viewer, channel, reader.subscriptions.isSubscribed(channel.id), settingsOf(act)))
    throw api.mayNotDeleteTopic()
  const ranges = readableRanges(reader, channel)
  const ids = await newestOfTopic(tx, channel.conversationId, topic, { ranges }, most)
  await removeMessages(act, ids, viewer.id)
  return ids.length < most
}

/** Deletes messages and notifies everyone who could see them. Statements depend on conversations, not messages. */
export async function removeMessages(act: Act, ids: readonly MessageId[], by: UserId | null): Promise<void> {
  const { tx, org, now } = act
  const doomed = await doomedMessages(tx, org.id, ids)
  if (doomed.length === 0) return
  const existing = doomed.map(({ id }) => id)
  const special = await flagHolders(tx, existing)
  const channels = act.get(channelsMirror)
  const affected = new Set<Channel>()
  const farewells: (() => void)[] = []
  for (const [conversationId, messages] of groupedBy(doomed, ({ conversation_id }) => conversation_id)) {
    const channel = channels.ofConversation(conversationId)
    if (channel) affected.add(channel)
    const own = messages.map(({ id }) => id)
    const among = new Set(own)
    const beside = special.filter((one) => one.ids.some((id) => among.has(id))).map(({ user_id }) => user_id)
    const told: Told[] = channel
      ? await whoIsTold(act, channel, own, beside)
      : [{ ids: own, audience: { users: messages[0]?.member_ids ?? [] } }]
    for (const one of told) farewells.push(() => sayGoodbye(act, channel, messages, one))
  }
  await archiveMessages(tx, org.id, existing, by, now)
  await releaseAttachments(act, existing)
  await deleteMessages(tx, existing)
  for (const say of farewells) say()
  await messagesDeleted(act, existing)
  const gone = new Set(existing)
  for (const channel of affected)
    if (channel.firstMessageId !== null && gone.has(channel.firstMessageId))
      await setFirstMessage(act, channel.id, await oldestMessage(tx, channel.conversationId))
}

/** An event names one topic. */
function sayGoodbye(
  act: Act,
  channel: Channel | undefined,
  messages: readonly Doomed[],
  { ids, audience }: Told,
): void {
  if (!channel) {
    tellOfDeletion(act, undefined, ids, audience)
    return
  }
  const seen = new Set(ids)
  const visible = messages.filter(({ id }) => seen.has(id))
  for (const [, some] of groupedBy(visible, ({ topic }) => topic.toLowerCase())) {
    const topic = some.at(-1)?.topic ?? ''
    tellOfDeletion(
      act,
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
