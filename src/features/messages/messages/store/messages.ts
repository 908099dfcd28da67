import type { ChannelId, ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'
import type { LateInsert } from '#platform/organization'

export interface NewMessage {
  id: MessageId
  org_id: number
  conversation_id: ConversationId
  sender_id: UserId
  client: string
  topic: string
  content: string
  rendered_content: string
  renderer_version: number
  sent_at: Date
  sender_read: boolean
  is_me_message: boolean
  has_link: boolean
  has_image: boolean
  has_attachment: boolean
  channel_wildcard: boolean
  topic_wildcard: boolean
}

/** Each column with its array type in the statement that inserts many rows. */
export const messageColumns = {
  id: 'bigint',
  org_id: 'bigint',
  conversation_id: 'bigint',
  sender_id: 'bigint',
  client: 'text',
  topic: 'text',
  content: 'text',
  rendered_content: 'text',
  renderer_version: 'int',
  sent_at: 'timestamptz',
  sender_read: 'boolean',
  is_me_message: 'boolean',
  has_link: 'boolean',
  has_image: 'boolean',
  has_attachment: 'boolean',
  channel_wildcard: 'boolean',
  topic_wildcard: 'boolean',
} as const satisfies Record<keyof NewMessage, string>
const names = Object.keys(messageColumns) as (keyof NewMessage)[]
const arrays = names.map((name, index) => `$${index + 1}::${messageColumns[name]}[]`)
// perf: the most frequent statement, so build its text once
const insertion = `insert into message (${names.join(', ')}) overriding system value select * from unnest(${arrays.join(', ')})`

/** IDs are allocated before their rows, which are inserted together at the commit. */
export const messageIds = 'message_id_seq'

/** Inserts all messages of a commit together. perf: a single insertion has 0.3 ms of overhead. */
export const newMessages: LateInsert<NewMessage> = {
  async insert(tx, rows) {
    await raw(
      tx,
      insertion,
      names.map((name) => rows.map((row) => row[name])),
    )
  },
}

// perf: the following queries run for each sent message, so they are raw SQL

/** The organization's highest message ID; 0 before the first message. */
export async function newestMessageId(tx: Tx, orgId: number): Promise<number> {
  const [row] = await raw<{ id: MessageId | null }>(tx, 'select max(id) as id from message where org_id = $1', [orgId])
  return row?.id ?? 0
}

/** Current subscribers who have sent messages to a topic. */
export async function topicParticipants(
  tx: Tx,
  conversationId: ConversationId,
  channelId: ChannelId,
  topic: string,
): Promise<UserId[]> {
  const rows = await raw<{ user_id: UserId }>(
    tx,
    // subscription belongs to the subscriptions feature
    `select s.user_id from subscription s where s.channel_id = $2 and s.active and exists (
       select 1 from message m where m.conversation_id = $1 and lower(m.topic) = lower($3) and m.sender_id = s.user_id)`,
    [conversationId, channelId, topic],
  )
  return rows.map(({ user_id }) => user_id)
}

export async function subscribedAmong(tx: Tx, channelId: ChannelId, users: UserId[]): Promise<UserId[]> {
  const rows = await raw<{ user_id: UserId }>(
    tx,
    'select user_id from subscription where channel_id = $1 and active and user_id = any($2::bigint[])',
    [channelId, users],
  )
  return rows.map(({ user_id }) => user_id)
}

export async function topicExists(tx: Tx, conversationId: ConversationId, topic: string): Promise<boolean> {
  const rows = await raw(tx, 'select 1 from message where conversation_id = $1 and lower(topic) = lower($2) limit 1', [
    conversationId,
    topic,
  ])
  return rows.length > 0
}

export async function hasOtherMessage(
  tx: Tx,
  conversationId: ConversationId,
  topic: string,
  messageId: MessageId,
): Promise<boolean> {
  const rows = await raw(
    tx,
    'select 1 from message where conversation_id = $1 and lower(topic) = lower($2) and id <> $3 limit 1',
    [conversationId, topic, messageId],
  )
  return rows.length > 0
}

/** Current subscribers of a channel who received the message. The tables belong to the subscriptions feature. */
export async function receiversOf(tx: Tx, channelId: ChannelId, messageId: MessageId): Promise<UserId[]> {
  const rows = await tx
    .selectFrom('subscription_span as s')
    .innerJoin('subscription as n', (join) =>
      join.onRef('n.user_id', '=', 's.user_id').onRef('n.channel_id', '=', 's.channel_id'),
    )
    .select('s.user_id')
    .distinct()
    .where('s.channel_id', '=', channelId)
    .where('n.active', '=', true)
    .where('s.from_message_id', '<=', messageId)
    .where(({ eb, or }) => or([eb('s.to_message_id', 'is', null), eb('s.to_message_id', '>', messageId)]))
    .execute()
  return rows.map(({ user_id }) => user_id)
}
