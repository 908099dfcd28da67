import type { ConversationId, GroupId, MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Sent } from '../../../messages/messages/actions/send.ts'
import type { EditedMessage } from '../../../messages/messages/hooks.ts'
import { holdBack } from '../held/actions.ts'
import { type MissedMessage, messageMissed, notificationsWithdrawn } from '../hooks.ts'
import { unreadAmong } from '../store.ts'
import { mentionsSomeone, type NotifyingMessage, peopleToNotify, type ToNotify } from './missed.ts'

/** Notifies people now, and stores notifications for those with do not disturb on. */
async function notify(mutation: Mutation, message: MissedMessage, { missing, held }: ToNotify): Promise<void> {
  if (held.length > 0) holdBack(mutation, message, held)
  if (missing.length > 0) await messageMissed(mutation, { message, people: missing })
}

export async function notifyOfSent(mutation: Mutation, { id, conversationId, outgoing, flags }: Sent): Promise<void> {
  const { sender, recipient, topic, content, rendered, unreadOnlyFor } = outgoing
  const message = { id, conversationId, sender, recipient, topic, content, rendered, sentAt: mutation.now }
  const channelWildcard = rendered.channelWildcard
  await notify(
    mutation,
    message,
    await peopleToNotify(mutation, message, { marks: flags, channelWildcard, unreadOnlyFor }),
  )
}

/** Notifies users mentioned in the new text but not in the old. */
export async function notifyOfEdited(mutation: Mutation, edited: EditedMessage): Promise<void> {
  const { flags, flagsBefore, channelWildcardBefore, ...message } = edited
  // everyone in a direct conversation was already notified of the message
  if (message.recipient.kind === 'direct') return
  const before = new Set(flagsBefore.filter(mentionsSomeone).map(({ user_id }) => user_id))
  const now = new Set(flags.filter(mentionsSomeone).map(({ user_id }) => user_id))
  const wildcard = message.rendered.channelWildcard
  const left = [...before].filter((user) => !now.has(user))
  if (left.length > 0 && !wildcard)
    await notificationsWithdrawn(mutation, { userIds: left, messageIds: [message.id], reason: 'unmentioned' })
  if (channelWildcardBefore && !wildcard && now.size === 0)
    await notificationsWithdrawn(mutation, { userIds: 'everyone', messageIds: [message.id], reason: 'unmentioned' })
  const marks = flags.filter((row) => mentionsSomeone(row) && !before.has(row.user_id))
  const channelWildcard = wildcard && !channelWildcardBefore
  if (marks.length === 0 && !channelWildcard) return
  const found = await peopleToNotify(mutation, message, { marks, channelWildcard, onlyCalled: true })
  const people = [...found.missing, ...found.held].filter(({ userId }) => !before.has(userId))
  if (people.length === 0) return
  const unread = await unreadAmong(
    mutation.tx,
    message,
    people.map(({ userId }) => userId),
  )
  const isNews = ({ userId }: { userId: UserId }) => !before.has(userId) && unread.has(userId)
  await notify(mutation, message, { missing: found.missing.filter(isNews), held: found.held.filter(isNews) })
}

const noGroups: ReadonlySet<GroupId> = new Set()

/** Those of the people who haven't read a message that mentions no one, and would get a push for it now. */
export async function stillPushed(
  mutation: Mutation,
  message: Omit<NotifyingMessage, 'rendered'> & { readonly id: MessageId; readonly conversationId: ConversationId },
  userIds: readonly UserId[],
): Promise<UserId[]> {
  const notifying = { ...message, rendered: { mentionedGroupIds: noGroups } }
  const { missing } = await peopleToNotify(mutation, notifying, { marks: [], channelWildcard: false })
  const pushed = missing.flatMap(({ userId, push }) => (push !== null && userIds.includes(userId) ? [userId] : []))
  if (pushed.length === 0) return []
  const unread = await unreadAmong(mutation.tx, message, pushed)
  return pushed.filter((id) => unread.has(id))
}
