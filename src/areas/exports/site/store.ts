import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, raw, type Tx } from '#platform/db'

/** What is read for the pages of public channels, from the tables of other areas. */

interface Placed {
  id: MessageId
  topic: string
  sent_at: Date
}

/** Where a channel's messages stand: after an id, up to another one. */
export const placedMessages = (
  tx: Tx,
  conversationId: ConversationId,
  after: number,
  upTo: number,
  limit: number,
): Promise<Placed[]> =>
  tx
    .selectFrom('message')
    .select(['id', 'topic', 'sent_at'])
    .where('conversation_id', '=', conversationId)
    .where('id', '>', after as MessageId)
    .where('id', '<=', upTo as MessageId)
    .orderBy('id')
    .limit(limit)
    .execute()

export interface ShownMessage {
  id: MessageId
  sender_id: UserId
  content: string
  rendered_content: string
  sent_at: Date
  last_edited_at: Date | null
}

/** Messages of a topic, from an id on, up to another one. */
export const topicMessages = (
  tx: Tx,
  conversationId: ConversationId,
  topic: string,
  from: number,
  upTo: number,
  limit: number,
): Promise<ShownMessage[]> =>
  raw(
    tx,
    `select id, sender_id, content, rendered_content, sent_at, last_edited_at from message
     where conversation_id = $1 and lower(topic) = lower($2) and id >= $3 and id <= $4 order by id limit $5`,
    [conversationId, topic, from, upTo, limit],
  )

interface ShownReaction {
  message_id: MessageId
  emoji_name: string
  emoji_code: string
  reaction_type: string
  count: number
}

export const reactionsOf = (tx: Tx, ids: readonly MessageId[]): Promise<ShownReaction[]> =>
  raw(
    tx,
    `select message_id, min(emoji_name) as emoji_name, emoji_code, reaction_type, count(*)::int as count
     from reaction where message_id = any($1::bigint[])
     group by message_id, emoji_code, reaction_type order by message_id, min(id)`,
    [ids],
  )

export interface HeldFile {
  id: number
  path_id: string
  name: string
}

/** The files that messages hold. */
export const filesOf = (tx: Tx, ids: readonly MessageId[]): Promise<HeldFile[]> =>
  tx
    .selectFrom('attachment')
    .innerJoin('attachment_message', 'attachment_message.attachment_id', 'attachment.id')
    .select(['attachment.id', 'attachment.path_id', 'attachment.name'])
    .distinct()
    .where('attachment_message.message_id', '=', anyOf(ids))
    .orderBy('attachment.id')
    .execute()
