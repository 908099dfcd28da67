import type { MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { readableMessageFacts } from '../access/readable.ts'
import { removeMessages } from '../actions/delete.ts'
import { asServer } from '../actions/notices.ts'
import { restoreMessage } from '../actions/restore.ts'
import { sendBack } from '../held-messages/send-back.ts'
import type { MovedMessages } from '../hooks.ts'
import { markDeleted } from '../store/archive.ts'
import type { Texts } from '../texts.ts'
import { isApproved } from './approval.ts'
import * as store from './store.ts'

/**
 * Hides a message in a public channel until a moderator decides, and tells its author; false if it can't be hidden because
 * a moderator has already approved its text.
 */
export async function hideMessage(mutation: Mutation, messageId: MessageId): Promise<boolean> {
  const { tx, org, now } = mutation
  const [message] = await readableMessageFacts(tx, org.id, [messageId])
  const channel = message && mutation.get(channelsCache).ofConversation(message.conversation_id)
  if (!channel || channel.isPrivate || (await isApproved(tx, message))) return false
  const author_id = message.sender_id
  await asServer(mutation, () => removeMessages(mutation, [messageId], null))
  await store.insert(tx, { message_id: messageId, org_id: org.id, author_id, hidden_at: now, restored_at: null })
  await tellAuthor(mutation, { ...message, author_id }, (texts, place) => texts.waiting(place))
  return true
}

/** Restores a hidden message, and tells its author; false if it isn't archived anymore. */
export async function restoreHidden(mutation: Mutation, message: store.HiddenMessage): Promise<boolean> {
  if (!(await restoreMessage(mutation, message.id))) return false
  await tellAuthor(mutation, message, (texts, place) => texts.restored(place))
  return true
}

/** Makes a hidden message an ordinary deleted one, and tells its author. */
export async function deleteHidden(mutation: Mutation, message: store.HiddenMessage, reason: string): Promise<void> {
  await keepDeleted(mutation, [message], null)
  await tellAuthor(mutation, message, (texts, place) =>
    reason === '' ? texts.deleted(place) : texts.deletedFor(place, reason),
  )
}

/** Makes hidden messages ordinary deleted ones; with a moderator's bulk deletion, they can be restored with the others. */
export async function keepDeleted(
  { tx, now, viewer }: Mutation,
  messages: readonly store.HiddenMessage[],
  deletionId: number | null,
): Promise<void> {
  const ids = messages.map(({ id }) => id)
  // undoing a bulk deletion is a decision about the text, too
  if (deletionId === null) await store.remove(tx, ids)
  else await store.markDecided(tx, ids, now)
  await markDeleted(tx, ids, viewer.id, now, deletionId)
}

/** Moves a topic's hidden messages with it, so that they're restored to its new location. */
export async function followTopic(
  { tx, org }: Mutation,
  { from, to, topicBefore, topic, isWhole }: MovedMessages,
): Promise<void> {
  if (!isWhole) return
  const before = { conversationId: from.conversationId, topic: topicBefore }
  await store.moveUndecided(tx, org.id, before, { conversationId: to.conversationId, topic })
}

/** Unless they can't see the channel anymore: it may have another name since it became private. */
function tellAuthor(
  mutation: Mutation,
  { author_id, conversation_id, content }: Pick<store.HiddenMessage, 'author_id' | 'conversation_id' | 'content'>,
  outcomeIn: (texts: Texts['hidden'], place: string) => string,
): Promise<void> {
  const channel = mutation.get(channelsCache).ofConversation(conversation_id)
  return asServer(mutation, () =>
    sendBack(mutation, { user_id: author_id, content }, ({ hidden }, canSee) =>
      channel && canSee(channel) ? outcomeIn(hidden, `#**${channel.name}**`) : undefined,
    ),
  )
}

/** When an administrator permanently deletes a person's messages or profile, moderators can't restore them. */
export async function endHiding(mutation: Mutation, { id }: Pick<Account, 'id'>): Promise<MessageId[]> {
  const hidden = await store.undecidedOf(mutation.tx, mutation.org.id, id)
  await store.removeAllOf(mutation.tx, id)
  return hidden.map((one) => one.id)
}
