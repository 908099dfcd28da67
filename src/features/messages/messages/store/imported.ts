import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, raw, type Tx } from '#platform/db'
import type { StoredReaction } from '../reactions/store.ts'
import type { EditHistoryEntry } from '../wire.ts'
import { messageColumns, type NewMessage } from './messages.ts'

/** An archived message ready to store; topic wildcards in it mention no one. */
export interface ImportedRow extends Omit<NewMessage, 'org_id' | 'topic_wildcard'> {
  last_edited_at: Date | null
  last_moved_at: Date | null
  edit_history: readonly EditHistoryEntry[] | null
}

const { org_id: _org, topic_wildcard: _wildcard, ...common } = messageColumns
const columns = {
  ...common,
  last_edited_at: 'timestamptz',
  last_moved_at: 'timestamptz',
} as const satisfies Record<Exclude<keyof ImportedRow, 'edit_history'>, string>
const names = Object.keys(columns) as (keyof typeof columns)[]
const arrays = names.map((name, index) => `$${index + 3}::${columns[name]}[]`)
const insertion = `insert into message (org_id, edit_history, ${names.join(', ')}) overriding system value
  select $1, h::jsonb, ${names.join(', ')} from unnest($2::text[], ${arrays.join(', ')}) m(h, ${names.join(', ')})`

export async function insertImported(tx: Tx, orgId: number, rows: readonly ImportedRow[]): Promise<void> {
  await raw(tx, insertion, [
    orgId,
    rows.map(({ edit_history }) => (edit_history ? JSON.stringify(edit_history) : null)),
    ...names.map((name) => rows.map((row) => row[name])),
  ])
}

export async function insertReactions(
  tx: Tx,
  orgId: number,
  rows: readonly (StoredReaction & { message_id: MessageId })[],
): Promise<void> {
  if (rows.length === 0) return
  await raw(
    tx,
    `insert into reaction (org_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
     select $1, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[]) on conflict do nothing`,
    [
      orgId,
      rows.map((row) => row.message_id),
      rows.map((row) => row.user_id),
      rows.map((row) => row.emoji_name),
      rows.map((row) => row.emoji_code),
      rows.map((row) => row.reaction_type),
    ],
  )
}

export interface ImportedFlags {
  userId: UserId
  mentioned: boolean
  groupMentioned: boolean
  starred: boolean
}

export async function insertFlags(
  tx: Tx,
  orgId: number,
  rows: readonly (ImportedFlags & { messageId: MessageId })[],
): Promise<void> {
  if (rows.length === 0) return
  await raw(
    tx,
    `insert into message_flag (org_id, message_id, user_id, mentioned, group_mentioned, starred)
     select $1, * from unnest($2::bigint[], $3::bigint[], $4::boolean[], $5::boolean[], $6::boolean[])`,
    [
      orgId,
      rows.map((row) => row.messageId),
      rows.map((row) => row.userId),
      rows.map((row) => row.mentioned),
      rows.map((row) => row.groupMentioned),
      rows.map((row) => row.starred),
    ],
  )
}

/** Greater than every message ID. */
const noMessage = 2 ** 52

/** Marks everything after a message in a conversation as read for these users, until {@link endReadAhead}. */
export async function readAhead(
  tx: Tx,
  orgId: number,
  conversationId: ConversationId,
  userIds: readonly UserId[],
  after: number,
): Promise<void> {
  if (userIds.length === 0) return
  await raw(
    tx,
    `insert into read_state (org_id, user_id, conversation_id, read)
     select $1, u, $2, int8multirange(int8range($4::bigint + 1, $5::bigint)) from unnest($3::bigint[]) u
     on conflict (user_id, conversation_id) do update set read = read_state.read + excluded.read`,
    [orgId, conversationId, userIds, after, noMessage],
  )
}

/** Messages after this one are unread again for these users. */
export async function endReadAhead(tx: Tx, userIds: readonly UserId[], last: number): Promise<void> {
  await raw(
    tx,
    `update read_state set read = read - int8multirange(int8range($2::bigint + 1, $3::bigint))
     where user_id = any($1::bigint[]) and read @> ($3::bigint - 1)`,
    [userIds, last, noMessage],
  )
}

export async function insertUnread(tx: Tx, rows: readonly { userId: UserId; messageId: MessageId }[]): Promise<void> {
  if (rows.length === 0) return
  await raw(
    tx,
    `update read_state r set read = r.read - unread.ids
     from (
       select n.user_id, m.conversation_id, range_agg(int8range(coalesce(before.id, 0) + 1, m.id + 1)) as ids
       from unnest($1::bigint[], $2::bigint[]) n(user_id, message_id) join message m on m.id = n.message_id
       left join lateral (
         select p.id from message p where p.conversation_id = m.conversation_id and p.id < m.id
         order by p.id desc limit 1) before on true
       group by n.user_id, m.conversation_id) unread
     where r.user_id = unread.user_id and r.conversation_id = unread.conversation_id`,
    [rows.map(({ userId }) => userId), rows.map(({ messageId }) => messageId)],
  )
}

/** Resolves message IDs to conversations, for links. */
export const placesOf = (tx: Tx, orgId: number, ids: readonly number[]) =>
  // channel belongs to the channels area
  tx
    .selectFrom('message as m')
    .innerJoin('conversation as v', 'v.id', 'm.conversation_id')
    .leftJoin('channel as c', 'c.conversation_id', 'v.id')
    .select(['m.id', 'm.topic', 'c.id as channel_id', 'v.member_ids'])
    .where('m.org_id', '=', orgId)
    .where('m.id', '=', anyOf(ids as MessageId[]))
    .execute()

/** The first message of a conversation after an ID that was sent at a time or later. */
export async function firstSince(
  tx: Tx,
  conversationId: ConversationId,
  after: number,
  since: Date,
): Promise<MessageId | undefined> {
  const row = await tx
    .selectFrom('message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('id', '>', after as MessageId)
    .where('sent_at', '>=', since)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
