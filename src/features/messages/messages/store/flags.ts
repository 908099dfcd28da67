import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, numbersIn, raw, type Tx } from '#platform/db'
import type { MarkFlag } from '../wire.ts'

export interface NewFlags {
  user_id: UserId
  mentioned: boolean
  group_mentioned: boolean
  topic_wildcard_mentioned: boolean
  has_alert_word: boolean
}

/** Sets flags of a message; in existing rows it replaces those that follow from the text. */
export async function putFlags(tx: Tx, orgId: number, messageId: MessageId, rows: NewFlags[]): Promise<void> {
  if (rows.length === 0) return
  await raw(
    tx,
    `insert into message_flag (org_id, message_id, user_id, mentioned, group_mentioned, topic_wildcard_mentioned, has_alert_word)
     select $1, $2, * from unnest($3::bigint[], $4::boolean[], $5::boolean[], $6::boolean[], $7::boolean[])
     on conflict (user_id, message_id) do update set mentioned = excluded.mentioned,
       group_mentioned = excluded.group_mentioned, topic_wildcard_mentioned = excluded.topic_wildcard_mentioned,
       has_alert_word = excluded.has_alert_word`,
    [
      orgId,
      messageId,
      rows.map((row) => row.user_id),
      rows.map((row) => row.mentioned),
      rows.map((row) => row.group_mentioned),
      rows.map((row) => row.topic_wildcard_mentioned),
      rows.map((row) => row.has_alert_word),
    ],
  )
}

export interface PlacedMessages {
  conversation_id: ConversationId
  /** The members of a direct conversation, ascending; null in a channel. */
  member_ids: UserId[] | null
  /** In any order. */
  ids: MessageId[]
}

/** The existing messages, by conversation; the caller checks permissions. */
export async function placesOfMessages(tx: Tx, orgId: number, ids: readonly MessageId[]): Promise<PlacedMessages[]> {
  const rows = await raw<{ conversation_id: ConversationId; member_ids: UserId[] | null; ids: string }>(
    tx,
    // perf: a row with all the data for each of 10,000 messages takes four times as long
    `select v.id as conversation_id, v.member_ids, found.ids::text as ids
     from (
       select m.conversation_id, array_agg(m.id) as ids from message m
       where m.org_id = $1 and m.id = any($2::bigint[]) group by m.conversation_id) found
     join conversation v on v.id = found.conversation_id`,
    [orgId, ids],
  )
  return rows.map((row) => ({ ...row, ids: numbersIn<MessageId>(row.ids) }))
}

/** Those of the messages that have the user's flag. */
export async function flaggedAmong(
  tx: Tx,
  userId: UserId,
  ids: readonly MessageId[],
  flag: MarkFlag,
): Promise<ReadonlySet<MessageId>> {
  const [row] = await raw<{ ids: string | null }>(
    tx,
    // perf: one text instead of a row for each
    `select array_agg(f.message_id)::text as ids from message_flag f
     where f.user_id = $1 and f.message_id = any($2::bigint[])
       and f.${flag}`,
    [userId, ids],
  )
  return new Set(numbersIn<MessageId>(row?.ids ?? null))
}

/** Those of the user's received messages that are read: own messages may start as read. */
export async function readAmong(
  tx: Tx,
  orgId: number,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<ReadonlySet<MessageId>> {
  const [row] = await raw<{ ids: string | null }>(
    tx,
    `select array_agg(m.id)::text as ids from message m
     left join read_state r on r.user_id = $2 and r.conversation_id = m.conversation_id
     where m.org_id = $1 and m.id = any($3::bigint[]) and ((m.sender_id = $2 and m.sender_read) or r.read @> m.id)`,
    [orgId, userId, ids],
  )
  return new Set(numbersIn<MessageId>(row?.ids ?? null))
}

/** The data that clients need for messages that became unread, ascending. */
export interface UnreadDetails {
  id: MessageId
  topic: string
  /** Directly, through a group, or by a wildcard. */
  mentioned: boolean
}

export async function detailsOfUnread(
  tx: Tx,
  orgId: number,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<UnreadDetails[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('message as m')
    .leftJoin('message_flag as f', (join) => join.onRef('f.message_id', '=', 'm.id').on('f.user_id', '=', userId))
    .where('m.org_id', '=', orgId)
    .where('m.id', '=', anyOf(ids))
    .orderBy('m.id')
    .select(['m.id', 'm.topic', 'm.channel_wildcard', 'f.mentioned', 'f.group_mentioned', 'f.topic_wildcard_mentioned'])
    .execute()
  return rows.map(({ id, topic, channel_wildcard, mentioned, group_mentioned, topic_wildcard_mentioned }) => ({
    id,
    topic,
    mentioned: Boolean(channel_wildcard || mentioned || group_mentioned || topic_wildcard_mentioned),
  }))
}

export async function upsertFlag(
  tx: Tx,
  orgId: number,
  userId: UserId,
  messageIds: MessageId[],
  flag: MarkFlag,
  value: boolean,
): Promise<void> {
  if (messageIds.length === 0) return
  await raw(
    tx,
    value
      ? `insert into message_flag (org_id, user_id, message_id, ${flag}) select $1, $2, id, true from unnest($3::bigint[]) id
         on conflict (user_id, message_id) do update set ${flag} = true`
      : `update message_flag set ${flag} = false where org_id = $1 and user_id = $2 and message_id = any($3::bigint[])`,
    [orgId, userId, messageIds],
  )
}

/** Ascending. */
export async function starredBy(tx: Tx, userId: UserId): Promise<MessageId[]> {
  const rows = await tx
    .selectFrom('message_flag')
    .select('message_id')
    .where('user_id', '=', userId)
    .where('starred', '=', true)
    .orderBy('message_id')
    .execute()
  return rows.map(({ message_id }) => message_id)
}

/** Messages from an ID on that mention a user, except by a channel wildcard. */
export async function mentionsSince(
  tx: Tx,
  userId: UserId,
  fromId: number,
): Promise<{ message_id: MessageId; personal: boolean }[]> {
  return raw(
    tx,
    // perf: runs at each registration
    `select message_id, mentioned or group_mentioned as personal from message_flag
     where user_id = $1 and message_id >= $2 and (mentioned or group_mentioned or topic_wildcard_mentioned)`,
    [userId, fromId],
  )
}
