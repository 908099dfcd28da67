import { compiled, type Tx } from '#platform/db'

export interface NewMessage {
  org_id: number
  conversation_id: number
  sender_id: number
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

const columns = [
  'org_id',
  'conversation_id',
  'sender_id',
  'client',
  'topic',
  'content',
  'rendered_content',
  'renderer_version',
  'sent_at',
  'sender_read',
  'is_me_message',
  'has_link',
  'has_image',
  'has_attachment',
  'channel_wildcard',
  'topic_wildcard',
] as const satisfies (keyof NewMessage)[]
// perf: the hottest statement of all, so its text is made once
const insertion = `insert into message (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`

export async function insertMessage(tx: Tx, message: NewMessage): Promise<number> {
  const [row] = await compiled<{ id: number }>(
    tx,
    insertion,
    columns.map((column) => message[column]),
  )
  return (row as { id: number }).id
}

/** The greatest message id of the organization so far; 0 before the first. */
export async function newestMessageId(tx: Tx, orgId: number): Promise<number> {
  const [row] = await compiled<{ id: number | null }>(tx, 'select max(id) as id from message where org_id = $1', [
    orgId,
  ])
  return row?.id ?? 0
}

/** Who has sent messages to a topic, of those who are subscribed to its channel now. */
export async function topicParticipants(
  tx: Tx,
  conversationId: number,
  channelId: number,
  topic: string,
): Promise<number[]> {
  const rows = await compiled<{ user_id: number }>(
    tx,
    // subscription: the subscriptions area's table
    `select s.user_id from subscription s where s.channel_id = $2 and s.active and exists (
       select 1 from message m where m.conversation_id = $1 and lower(m.topic) = lower($3) and m.sender_id = s.user_id)`,
    [conversationId, channelId, topic],
  )
  return rows.map(({ user_id }) => user_id)
}

/** Those of some users who are subscribed to a channel now. */
export async function subscribedAmong(tx: Tx, channelId: number, users: number[]): Promise<number[]> {
  const rows = await compiled<{ user_id: number }>(
    tx,
    'select user_id from subscription where channel_id = $1 and active and user_id = any($2::bigint[])',
    [channelId, users],
  )
  return rows.map(({ user_id }) => user_id)
}

export async function topicExists(tx: Tx, conversationId: number, topic: string): Promise<boolean> {
  const rows = await compiled(
    tx,
    'select 1 from message where conversation_id = $1 and lower(topic) = lower($2) limit 1',
    [conversationId, topic],
  )
  return rows.length > 0
}
