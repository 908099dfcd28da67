import type { ChannelId, ConversationId, MessageId } from '#contract'
import { type Changes, insertRows, type NewRow, raw, type Tx } from '#platform/db'
import type { LateInsert } from '#platform/organization'

type ChannelRow = Omit<NewRow<'channel'>, 'org_id' | 'conversation_id'>

export async function insertChannels(tx: Tx, orgId: number, rows: ChannelRow[]): Promise<ChannelId[]> {
  const conversations = await raw<{ id: ConversationId }>(
    tx,
    'insert into conversation (org_id) select $1 from generate_series(1, $2::int) returning id',
    [orgId, rows.length],
  )
  const inserted = await insertRows(
    tx,
    'channel',
    rows.map((row, index) => ({ ...row, org_id: orgId, conversation_id: conversations[index]?.id as ConversationId })),
  )
  const byConversation = new Map(inserted.map(({ id, conversation_id }) => [conversation_id, id]))
  return conversations.map(({ id }) => byConversation.get(id) as ChannelId)
}

export async function updateChannel(tx: Tx, id: ChannelId, changes: Changes<'channel'>): Promise<void> {
  await tx.updateTable('channel').set(changes).where('id', '=', id).execute()
}

export async function hasNamedTopics(tx: Tx, conversationId: ConversationId): Promise<boolean> {
  const row = await tx
    .selectFrom('message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where(({ eb, fn }) => eb(fn('lower', ['topic']), '>', ''))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function setMeasures(
  tx: Tx,
  rows: { id: ChannelId; isRecentlyActive: boolean; weeklyTraffic: number | null }[],
): Promise<void> {
  await raw(
    tx,
    `update channel c set is_recently_active = n.active, weekly_traffic = n.traffic
     from unnest($1::bigint[], $2::bool[], $3::int[]) as n(id, active, traffic) where c.id = n.id`,
    [rows.map(({ id }) => id), rows.map((row) => row.isRecentlyActive), rows.map((row) => row.weeklyTraffic)],
  )
}

/** Sets first messages, which also makes the channels active. */
export const firstMessages: LateInsert<{ channelId: ChannelId; messageId: MessageId }> = {
  async insert(tx, rows) {
    await raw(
      tx,
      `update channel c set first_message_id = f.message_id, is_recently_active = true
       from unnest($1::bigint[], $2::bigint[]) as f(channel_id, message_id)
       where c.id = f.channel_id and c.first_message_id is null`,
      [rows.map(({ channelId }) => channelId), rows.map(({ messageId }) => messageId)],
    )
  },
}

interface Measure {
  id: ChannelId
  recent: number
  last_sent_at: Date | null
}

/** The newest message of each channel, and the number of its messages since then. message belongs to the messages feature. */
export async function measure(tx: Tx, orgId: number, since: Date): Promise<Map<ChannelId, Measure>> {
  // perf: ids ascend with time, so only recent messages are read, and the newest of each channel by index
  const rows = await raw<Measure>(
    tx,
    `with old as (
       select coalesce((select id from message where org_id = $1 and sent_at <= $2 order by id desc limit 1), 0) as id
     ), recent as (
       select conversation_id, count(*)::int as n from message where org_id = $1 and id > (select id from old)
       group by conversation_id
     )
     select c.id, coalesce(r.n, 0) as recent, l.sent_at as last_sent_at
     from channel c left join recent r on r.conversation_id = c.conversation_id
     left join lateral (
       select sent_at from message m where m.conversation_id = c.conversation_id order by m.id desc limit 1
     ) l on true
     where c.org_id = $1`,
    [orgId, since],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
