import { asMessageId, type ConversationId, type MessageId, type UserId } from '#contract'
import type { Rendered } from '#platform/markdown'
import type { Mutation, Organization } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { meetInConversation } from '../guest-conversations-cache.ts'
import { messagesImported } from '../imported-states.ts'
import { maxInHistory } from '../limits.ts'
import type { StoredReaction } from '../reactions/store.ts'
import * as conversations from '../store/conversations.ts'
import * as store from '../store/imported.ts'
import { messageIds, newestMessageId } from '../store/messages.ts'
import { insertSubmessages } from '../submessages/store.ts'
import type { EditHistoryEntry } from '../wire.ts'

export interface ImportedMessage {
  readonly place: { readonly channel: Channel } | { readonly people: readonly UserId[] }
  readonly topic: string
  readonly senderId: UserId
  readonly client: string
  /** Has placeholders for message IDs of this import. */
  readonly content: string
  readonly rendered: Rendered
  readonly sentAt: Date
  readonly editedAt: Date | null
  readonly movedAt: Date | null
  /** Newest first. */
  readonly history: readonly EditHistoryEntry[]
  readonly reactions: readonly StoredReaction[]
  readonly flags: readonly store.ImportedFlags[]
  readonly unreadBy: readonly UserId[]
  readonly submessages: readonly { readonly sender_id: UserId; readonly content: string }[]
}

/** Direct conversations that an import has written to, by member IDs; don't reuse after a failed mutation. */
export type Conversations = Map<string, ConversationId>

export interface Writing {
  readonly messages: readonly ImportedMessage[]
  /** The newest message when the import began. */
  readonly after: number
  readonly known: Conversations
  /** Replaces placeholders in the text with message IDs; returns the same text if there are none. */
  named(text: string, ids: readonly MessageId[]): string
}

/** Stored as read except for the given users, without notifications; clients see them on the next fetch. */
export async function writeImported(
  mutation: Mutation,
  { messages, after, known, named }: Writing,
): Promise<MessageId[]> {
  const { tx, org } = mutation
  const ids = (await mutation.nextIds(messageIds, messages.length)).map(asMessageId)
  const places: ConversationId[] = []
  for (const { place } of messages)
    places.push(
      'channel' in place ? place.channel.conversationId : await directOf(mutation, place.people, after, known),
    )
  const rows = messages.map((one, index): store.ImportedRow => {
    const { rendered } = one
    return {
      id: ids[index] as MessageId,
      conversation_id: places[index] as ConversationId,
      sender_id: one.senderId,
      client: one.client,
      topic: one.topic,
      content: named(one.content, ids),
      rendered_content: named(rendered.html, ids),
      renderer_version: rendered.rendererVersion,
      sent_at: one.sentAt,
      sender_read: !one.unreadBy.includes(one.senderId),
      is_me_message: rendered.isMeMessage,
      has_link: rendered.hasLink,
      has_image: rendered.hasImage,
      has_attachment: rendered.attachmentPaths.length > 0,
      channel_wildcard: rendered.channelWildcard,
      last_edited_at: one.editedAt,
      last_moved_at: one.movedAt,
      edit_history: one.history.length > 0 ? shortened(one.history) : null,
    }
  })
  await store.insertImported(tx, org.id, rows)
  const each = <T, R>(list: (one: ImportedMessage) => readonly T[], row: (item: T, id: MessageId) => R): R[] =>
    messages.flatMap((one, index) => list(one).map((item) => row(item, ids[index] as MessageId)))
  await store.insertReactions(
    tx,
    org.id,
    each(
      ({ reactions }) => reactions,
      (reaction, message_id) => ({ ...reaction, message_id }),
    ),
  )
  await store.insertFlags(
    tx,
    org.id,
    each(
      ({ flags }) => flags,
      (flags, messageId) => ({ ...flags, messageId }),
    ),
  )
  await insertSubmessages(
    tx,
    org.id,
    each(
      ({ submessages }) => submessages,
      (submessage, message_id) => ({ ...submessage, message_id, msg_type: 'widget' }),
    ),
  )
  await store.insertUnread(
    tx,
    each(
      ({ unreadBy }) => unreadBy,
      (userId, messageId) => ({ userId, messageId }),
    ),
  )
  mutation.emit(messagesImported, {})
  return ids
}

async function directOf(
  mutation: Mutation,
  people: readonly UserId[],
  after: number,
  known: Conversations,
): Promise<ConversationId> {
  const { tx, org } = mutation
  const ids = [...people].sort((a, b) => a - b)
  const key = ids.join()
  const before = known.get(key)
  if (before !== undefined) return before
  let id = await conversations.findDirect(tx, org.id, ids)
  if (id === undefined) {
    id = await conversations.createDirect(tx, org.id, ids)
    const { byId } = org.get(peopleCache)
    await meetInConversation(
      mutation,
      ids.flatMap((one) => byId.get(one) ?? []),
    )
  }
  await store.readAhead(tx, org.id, id, ids, after)
  known.set(key, id)
  return id
}

function shortened(history: readonly EditHistoryEntry[]): EditHistoryEntry[] {
  let left: number = maxInHistory.characters
  const kept: EditHistoryEntry[] = []
  for (const entry of history.slice(0, maxInHistory.changes)) {
    left -= (entry.prev_content?.length ?? 0) + (entry.prev_rendered_content?.length ?? 0)
    if (left < 0) break
    kept.push(entry)
  }
  return kept
}

/** Marks messages as read for members of an imported channel as they arrive, until {@link endReadingAhead}. */
export const readAheadIn = (
  mutation: Mutation,
  channel: Channel,
  people: readonly UserId[],
  after: number,
): Promise<void> => store.readAhead(mutation.tx, mutation.org.id, channel.conversationId, people, after)

export async function endReadingAhead(mutation: Mutation, people: readonly UserId[], last: number): Promise<void> {
  await store.endReadAhead(mutation.tx, people, last)
  mutation.emit(messagesImported, {})
}

export const newestMessage = ({ tx, org }: Pick<Mutation, 'tx' | 'org'>): Promise<number> => newestMessageId(tx, org.id)

export const firstMessageSince = (mutation: Mutation, channel: Channel, after: number, since: Date) =>
  store.firstSince(mutation.tx, channel.conversationId, after, since)

/** Resolves message IDs to conversations, for links. */
export const placesOfMessages = (org: Organization, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : org.db.read((tx) => store.placesOf(tx, org.id, ids))
