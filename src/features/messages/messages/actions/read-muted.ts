import type { ConversationId, MessageId, UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import type { UserSeen } from '../../mutes/users/actions.ts'
import { mutedUsersCache } from '../../mutes/users/cache.ts'
import { receivingOf } from '../access/receiving-conversations.ts'
import { flagsAdded } from '../api/flags.ts'
import { messagesRead } from '../hooks.ts'
import type { Recipient } from '../recipient.ts'
import { subscribedAmong } from '../store/messages.ts'
import { insertRead, insertReadFor } from '../store/read-state.ts'
import { nextId, type UnreadPart, unreadPart } from '../store/unread-parts.ts'

/** Marks a new message as read for receivers who muted its sender; returns them. */
export async function readByMuting(
  mutation: Mutation,
  message: { id: MessageId; conversationId: ConversationId; senderId: UserId },
  recipient: Recipient,
): Promise<UserId[]> {
  const muting = [...mutation.get(mutedUsersCache).usersWhoMuted(message.senderId)]
  if (muting.length === 0) return []
  const readers =
    recipient.kind === 'channel'
      ? await subscribedAmong(mutation.tx, recipient.channel.id, muting)
      : recipient.people.flatMap(({ id }) => (muting.includes(id) ? [id] : []))
  await insertReadFor(mutation.tx, mutation.org.id, readers, message.conversationId, message.id)
  return readers
}

/** Maximum messages checked per transaction. */
const maxPerTransaction = 1_000

/** Progress of marking up to a million messages as read over several mutations. */
export type ReadProgress = UserSeen

export const fromTheFirst: ReadProgress = { from: 1, before: null, isMore: true }

/** Progress after a batch: messages that arrive later are left unread, so that this ends. */
export async function readOn(tx: Tx, { before }: ReadProgress, { next }: UnreadPart): Promise<ReadProgress> {
  if (next === null) return { from: 0, before, isMore: false }
  return { from: next, before: before ?? (await nextId(tx)), isMore: true }
}

/** Marks the next batch of a muted user's messages as read for the user who muted them. */
export async function readAfterMuting(
  mutation: Mutation,
  userId: UserId,
  mutedId: UserId,
  seen: UserSeen,
): Promise<void> {
  const { tx, org } = mutation
  const receiving = receivingOf(await mutation.fetch(subscriptionsCache, userId), mutation.get(channelsCache))
  const part = await unreadPart(tx, userId, receiving, { senderId: mutedId }, { ...seen, most: maxPerTransaction })
  const messages = part.ids
  if (messages.length > 0) {
    await insertRead(tx, org.id, userId, messages)
    mutation.emit(flagsAdded, { operation: 'add', flag: 'read', messages, all: false }, [userId])
    await messagesRead(mutation, { userIds: [userId], messageIds: messages })
  }
  Object.assign(seen, await readOn(tx, seen, part))
}
