import type { ChannelId, ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'

/** Marks of one message that some people have. */
export interface NewFlags {
  user_id: UserId
  mentioned: boolean
  group_mentioned: boolean
  topic_wildcard_mentioned: boolean
  has_alert_word: boolean
}

/** Gives a message marks; where somebody has some already, those that follow from the text are these. */
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

/** Everything that concerns what one user may do to a message, and has done. */
export interface FlagTarget {
  id: MessageId
  conversation_id: ConversationId
  sender_id: UserId
  topic: string
  /** Null for a direct message. */
  channel_id: ChannelId | null
  /** Null for a channel message; else its people, ascending. */
  member_ids: UserId[] | null
  /** Of those that the user has received: own messages may begin as read. */
  is_read: boolean
  starred: boolean
  collapsed: boolean
  /** In person, through a group, or by a wildcard. */
  mentioned: boolean
}

/** Those of some messages that exist, ascending; whether the user may see them is for the caller to ask. */
export async function flagTargets(tx: Tx, orgId: number, userId: UserId, ids: MessageId[]): Promise<FlagTarget[]> {
  return raw<FlagTarget>(
    tx,
    // channel: the channels area's table
    `select m.id, m.conversation_id, m.sender_id, m.topic, c.id as channel_id, v.member_ids,
       (m.sender_id = $2 and m.sender_read) or coalesce(r.read @> m.id, false) as is_read,
       coalesce(f.starred, false) as starred, coalesce(f.collapsed, false) as collapsed,
       m.channel_wildcard or coalesce(f.mentioned or f.group_mentioned or f.topic_wildcard_mentioned, false) as mentioned
     from message m
     join conversation v on v.id = m.conversation_id
     left join channel c on c.conversation_id = m.conversation_id
     left join read_state r on r.user_id = $2 and r.conversation_id = m.conversation_id
     left join message_flag f on f.user_id = $2 and f.message_id = m.id
     where m.org_id = $1 and m.id = any($3::bigint[])
     order by m.id`,
    [orgId, userId, ids],
  )
}

/** Sets or clears one mark of one user on some messages. */
export async function upsertFlag(
  tx: Tx,
  orgId: number,
  userId: UserId,
  messageIds: MessageId[],
  flag: 'starred' | 'collapsed',
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

/** The messages that a user has starred, ascending. */
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

/** The messages from an id on that call a user other than by a wildcard of the channel. */
export async function mentionsSince(
  tx: Tx,
  userId: UserId,
  fromId: number,
): Promise<{ message_id: MessageId; personal: boolean }[]> {
  return raw(
    tx,
    // perf: at each registration
    `select message_id, mentioned or group_mentioned as personal from message_flag
     where user_id = $1 and message_id >= $2 and (mentioned or group_mentioned or topic_wildcard_mentioned)`,
    [userId, fromId],
  )
}
