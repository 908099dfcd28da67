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

/** Each column with the type of its array in the statement that inserts many rows. */
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
// perf: the hottest statement of all, so its text is made once
const insertion = `insert into message (${names.join(', ')}) overriding system value select * from unnest(${arrays.join(', ')})`

/** The next message's id comes before its row: the row is inserted with the commit's others, the id is known at once. */
export const messageIds = 'message_id_seq'

/** Messages of one commit go in together. perf: alone, an insertion costs 0.3 ms before it does anything. */
export const newMessages: LateInsert<NewMessage> = {
  async insert(tx, rows) {
    await raw(
      tx,
      insertion,
      names.map((name) => rows.map((row) => row[name])),
    )
  },
}

// perf: what follows is asked at each message that is sent, so it is written out

/** The greatest message id of the organization so far; 0 before the first. */
export async function newestMessageId(tx: Tx, orgId: number): Promise<number> {
  const [row] = await raw<{ id: MessageId | null }>(tx, 'select max(id) as id from message where org_id = $1', [orgId])
  return row?.id ?? 0
}

/** Who has sent messages to a topic, of those who are subscribed to its channel now. */
export async function topicParticipants(
  tx: Tx,
  conversationId: ConversationId,
  channelId: ChannelId,
  topic: string,
): Promise<UserId[]> {
  const rows = await raw<{ user_id: UserId }>(
    tx,
    // subscription: the subscriptions area's table
    `select s.user_id from subscription s where s.channel_id = $2 and s.active and exists (
       select 1 from message m where m.conversation_id = $1 and lower(m.topic) = lower($3) and m.sender_id = s.user_id)`,
    [conversationId, channelId, topic],
  )
  return rows.map(({ user_id }) => user_id)
}

/** Those of some users who are subscribed to a channel now. */
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

/** Whether a topic has a message beside this one. */
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
