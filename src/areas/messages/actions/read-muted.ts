import type { ConversationId, MessageId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import { channelsMirror } from '../../channels/mirror.ts'
import type { UserSeen } from '../../muted-users/actions.ts'
import { mutedUsersMirror } from '../../muted-users/mirror.ts'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import { receivingOf } from '../access/receiving-conversations.ts'
import { flagsAdded } from '../api/flags.ts'
import { messagesRead } from '../hooks.ts'
import type { Recipient } from '../recipient.ts'
import { subscribedAmong } from '../store/messages.ts'
import { insertRead, insertReadFor } from '../store/read-state.ts'
import { unreadPart } from '../store/unread-parts.ts'
import { readOn } from './read-progress.ts'

/** Marks a new message as read for receivers who muted its sender; returns them. */
export async function readByWhoMuted(
  act: Act,
  message: { id: MessageId; conversationId: ConversationId; senderId: UserId },
  recipient: Recipient,
): Promise<UserId[]> {
  const muting = [...act.get(mutedUsersMirror).whoMuted(message.senderId)]
  if (muting.length === 0) return []
  const readers =
    recipient.kind === 'channel'
      ? await subscribedAmong(act.tx, recipient.channel.id, muting)
      : recipient.people.flatMap(({ id }) => (muting.includes(id) ? [id] : []))
  await insertReadFor(act.tx, act.org.id, readers, message.conversationId, message.id)
  return readers
}

/** Maximum messages checked per act. */
const mostInAct = 1_000

/** Marks the next batch of a muted user's messages as read for the user who muted them. */
export async function readAfterMuting(act: Act, userId: UserId, mutedId: UserId, seen: UserSeen): Promise<void> {
  const { tx, org } = act
  const receiving = receivingOf(await act.fetch(subscriptionsMirror, userId), act.get(channelsMirror))
  const part = await unreadPart(tx, userId, receiving, { senderId: mutedId }, { ...seen, most: mostInAct })
  const messages = part.ids
  if (messages.length > 0) {
    await insertRead(tx, org.id, userId, messages)
    act.emit(flagsAdded, { operation: 'add', flag: 'read', messages, all: false }, [userId])
    await messagesRead(act, { userIds: [userId], messageIds: messages })
  }
  Object.assign(seen, await readOn(tx, seen, part))
}
