import { type MessageId, seconds, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { firstMessageIn, setFirstMessage } from '../../../channels/channels/actions/activity.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { holdAgain } from '../../attachments/actions/attachment.ts'
import { messageAudience } from '../access/audience.ts'
import { canReadMessage, readerFor } from '../access/reader.ts'
import { flagsAdded } from '../api/flags.ts'
import { messageReceived } from '../api/send.ts'
import { markDecided } from '../hidden-messages/store.ts'
import { linksInTopic } from '../message-text.ts'
import { reactionsOf } from '../reactions/store.ts'
import type { Recipient } from '../recipient.ts'
import { displayRecipient } from '../recipient.ts'
import * as archive from '../store/archive.ts'
import { mentionsOf } from '../store/edit.ts'
import { selectPlaced } from '../store/fetch.ts'
import { insertReadFor } from '../store/read-state.ts'
import { submessagesOf } from '../submessages/store.ts'
import type { MessageFacts, MessageFlag } from '../wire.ts'
import { flagNames, senderFacts } from './send.ts'

/** Restores it as read for everyone; false if it isn't archived. Files deleted since stay deleted. */
export async function restoreMessage(mutation: Mutation, id: MessageId): Promise<boolean> {
  const { tx, org } = mutation
  const attachments = await archive.archivedAttachments(tx, id)
  if (!(await archive.restoreMessage(tx, org.id, id))) return false
  const [message] = await archive.messagesToDelete(tx, org.id, [id])
  if (!message) return false
  await markDecided(tx, [id], mutation.now)
  const channel = mutation.get(channelsCache).ofConversation(message.conversation_id)
  const people = channel ? mutation.get(subscribersCache).list(channel.id) : (message.member_ids ?? [])
  await insertReadFor(tx, org.id, people, message.conversation_id, id)
  await holdAgain(mutation, id, attachments)
  await announceAgain(mutation, id)
  const starrers: UserId[] = []
  for (const user of await archive.starrersOf(tx, id)) {
    const reader = await readerFor(mutation, user)
    if (reader && canReadMessage(reader, message)) starrers.push(user)
  }
  if (starrers.length > 0)
    mutation.emit(flagsAdded, { operation: 'add', flag: 'starred', messages: [id], all: false }, starrers)
  if (channel) {
    const first = firstMessageIn(mutation, channel)
    if (first === null || id < first) await setFirstMessage(mutation, channel.id, id)
  }
  return true
}

/** Restores the next batch of a moderator's deletion, oldest first; returns how many it restored. */
export async function restoreDeletion(mutation: Mutation, deletionId: number, most: number): Promise<number> {
  let restored = 0
  for (const id of await archive.archivedBy(mutation.tx, mutation.org.id, deletionId, most))
    if (await restoreMessage(mutation, id)) restored++
  return restored
}

/** Emits the message as if it were sent now, with its own ID and time. */
async function announceAgain(mutation: Mutation, id: MessageId): Promise<void> {
  const { tx, org } = mutation
  const [row] = await selectPlaced(tx, org.id, [id])
  if (!row) return
  const people = mutation.get(peopleCache).byId
  const channel = mutation.get(channelsCache).ofConversation(row.conversation_id)
  const recipient: Recipient = channel
    ? { kind: 'channel', channel }
    : { kind: 'direct', people: (row.member_ids ?? []).flatMap((user) => people.get(user) ?? []) }
  const reactions = await reactionsOf(tx, [id])
  const message: MessageFacts = {
    id,
    type: channel ? 'stream' : 'private',
    ...senderFacts(org, people.get(row.sender_id) as Account),
    content: row.content,
    rendered_content: row.rendered_content,
    recipient_id: row.conversation_id,
    timestamp: seconds(row.sent_at),
    client: row.client,
    subject: row.topic,
    topic_links: linksInTopic(org, row.topic),
    is_me_message: row.is_me_message,
    ...(row.last_edited_at ? { last_edit_timestamp: seconds(row.last_edited_at) } : {}),
    ...(row.last_moved_at ? { last_moved_timestamp: seconds(row.last_moved_at) } : {}),
    reactions: reactions.get(id) ?? [],
    submessages: (await submessagesOf(tx, [id])).get(id) ?? [],
    display_recipient: displayRecipient(org, recipient),
    ...(channel ? { stream_id: channel.id } : {}),
  }
  const common: MessageFlag[] = row.channel_wildcard
    ? ['read', 'stream_wildcard_mentioned', 'wildcard_mentioned']
    : ['read']
  const perUser: Record<number, { flags: MessageFlag[] }> = {}
  for (const flags of await mentionsOf(tx, id)) perUser[flags.user_id] = { flags: [...common, ...flagNames(flags)] }
  mutation.emit(
    messageReceived,
    { message },
    {
      ...(await messageAudience(tx, org, row)),
      perUser,
      others: { flags: common },
    },
  )
}
