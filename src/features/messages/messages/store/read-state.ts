import type { ChannelId, ConversationId, MessageId, UserId } from '#contract'
import { anyOf, raw, type Tx } from '#platform/db'

/*
 * `read_state` has a set of ID ranges per user and conversation. Unread messages are those a user has received in a
 * conversation (a direct one, or a channel since the current subscription began), except read ones and own messages
 * that started as read (`message.sender_read`).
 */

/** Each covers the IDs down to the one before it, including own messages that are read anyway. */
export async function insertRead(tx: Tx, orgId: number, userId: UserId, messageIds: MessageId[]): Promise<void> {
  if (messageIds.length === 0) return
  await raw(
    tx,
    `insert into read_state (org_id, user_id, conversation_id, read)
     select $1, $2, m.conversation_id, range_agg(int8range(coalesce(before.id, 0) + 1, m.id + 1))
     from message m left join lateral (
       select p.id from message p
       where p.conversation_id = m.conversation_id and p.id < m.id and not (p.sender_id = $2 and p.sender_read)
       order by p.id desc limit 1) before on true
     where m.id = any($3::bigint[])
     group by m.conversation_id
     on conflict (user_id, conversation_id) do update set read = read_state.read + excluded.read`,
    [orgId, userId, messageIds],
  )
}

export async function insertReadFor(
  tx: Tx,
  orgId: number,
  userIds: UserId[],
  conversationId: ConversationId,
  messageId: MessageId,
): Promise<void> {
  if (userIds.length === 0) return
  await raw(
    tx,
    `insert into read_state (org_id, user_id, conversation_id, read)
     select $1::bigint, u.id, $3::bigint, int8multirange(int8range(coalesce(before.id, 0) + 1, $4::bigint + 1))
     from unnest($2::bigint[]) u(id) left join lateral (
       select p.id from message p
       where p.conversation_id = $3 and p.id < $4 and not (p.sender_id = u.id and p.sender_read)
       order by p.id desc limit 1) before on true
     on conflict (user_id, conversation_id) do update set read = read_state.read + excluded.read`,
    [orgId, userIds, conversationId, messageId],
  )
}

export async function insertReadUpTo(
  tx: Tx,
  orgId: number,
  userId: UserId,
  conversationId: ConversationId,
  messageId: MessageId,
): Promise<void> {
  await raw(
    tx,
    `insert into read_state (org_id, user_id, conversation_id, read)
     values ($1, $2, $3, int8multirange(int8range(1, $4::bigint + 1)))
     on conflict (user_id, conversation_id) do update set read = read_state.read + excluded.read`,
    [orgId, userId, conversationId, messageId],
  )
}

/** Marks these channels' conversations and all direct ones as read, up to the newest message of each. */
export async function insertAllRead(
  tx: Tx,
  orgId: number,
  userId: UserId,
  conversationIds: ConversationId[],
): Promise<void> {
  await raw(
    tx,
    `insert into read_state (org_id, user_id, conversation_id, read)
     select $1::bigint, $2::bigint, c.id, int8multirange(int8range(1, newest.id + 1))
     from (
       select conversation_id as id from conversation_member where user_id = $2::bigint
       union select * from unnest($3::bigint[])) c
     left join read_state s on s.user_id = $2::bigint and s.conversation_id = c.id
     cross join lateral (
       select m.id from message m where m.conversation_id = c.id order by m.id desc limit 1) newest
     where s.read is null or not s.read @> int8range(1, newest.id + 1)
     on conflict (user_id, conversation_id) do update set read = read_state.read + excluded.read`,
    [orgId, userId, conversationIds],
  )
}

export async function removeRead(tx: Tx, userId: UserId, messageIds: MessageId[]): Promise<void> {
  if (messageIds.length === 0) return
  await raw(
    tx,
    `update read_state r set read = r.read - unread.ids
     from (
       select m.conversation_id, range_agg(int8range(coalesce(before.id, 0) + 1, m.id + 1)) as ids
       from message m left join lateral (
         select p.id from message p where p.conversation_id = m.conversation_id and p.id < m.id
         order by p.id desc limit 1) before on true
       where m.id = any($2::bigint[])
       group by m.conversation_id) unread
     where r.user_id = $1 and r.conversation_id = unread.conversation_id`,
    [userId, messageIds],
  )
  await tx
    .updateTable('message')
    .set({ sender_read: false })
    .where('id', '=', anyOf(messageIds))
    .where('sender_id', '=', userId)
    .where('sender_read', '=', true)
    .execute()
}

/** Unread messages of subscriptions that ended at this position: by user, the newest of each channel. */
export async function unreadOfEnded(
  tx: Tx,
  pairs: { userIds: UserId[]; channelIds: ChannelId[] },
  position: number,
  limitOfEach: number,
): Promise<{ user_id: UserId; ids: MessageId[] }[]> {
  return raw(
    tx,
    `select p.user_id, array_agg(m.id order by m.id) as ids
     from unnest($1::bigint[], $2::bigint[]) p(user_id, channel_id)
     join subscription_span s on s.user_id = p.user_id and s.channel_id = p.channel_id and s.to_position = $3
     join channel c on c.id = p.channel_id
     left join read_state r on r.user_id = p.user_id and r.conversation_id = c.conversation_id
     cross join lateral unnest(
       int8multirange(int8range(s.from_message_id, s.to_message_id)) - coalesce(r.read, '{}')) gap
     cross join lateral (
       select m.id from message m
       where m.conversation_id = c.conversation_id and m.id >= lower(gap) and m.id < upper(gap)
         and not (m.sender_id = p.user_id and m.sender_read)
       order by m.id desc limit $4) m
     group by p.user_id order by p.user_id`,
    [pairs.userIds, pairs.channelIds, position, limitOfEach],
  )
}

/** -1 if none. perf: runs at each registration, with one index lookup per conversation. */
export async function newestReceived(tx: Tx, userId: UserId): Promise<number> {
  const [row] = await raw<{ id: MessageId | null }>(
    tx,
    // subscription_span and channel belong to the subscriptions and channels areas
    `select max(newest.id) as id
     from (
       select conversation_id, 1::bigint as since, null::bigint as until from conversation_member where user_id = $1
       union all
       select c.conversation_id, s.from_message_id, s.to_message_id
       from subscription_span s join channel c on c.id = s.channel_id where s.user_id = $1) r
     cross join lateral (
       select m.id from message m where m.conversation_id = r.conversation_id and m.id >= r.since
         and m.id < coalesce(r.until, 9223372036854775807)
       order by m.id desc limit 1) newest`,
    [userId],
  )
  return row?.id ?? -1
}

/** Most recent first. */
export async function recentDirect(
  tx: Tx,
  userId: UserId,
  limit: number,
): Promise<{ max_message_id: MessageId; member_ids: UserId[] }[]> {
  return tx
    .selectFrom('conversation_member as cm')
    .innerJoin('conversation as v', 'v.id', 'cm.conversation_id')
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom('message as m')
        .select('m.id')
        .whereRef('m.conversation_id', '=', 'v.id')
        .orderBy('m.id', 'desc')
        .limit(1)
        .as('newest'),
    )
    .select(['newest.id as max_message_id', 'v.member_ids'])
    .where('cm.user_id', '=', userId)
    .where('v.member_ids', 'is not', null)
    .orderBy('newest.id', 'desc')
    .limit(limit)
    .$narrowType<{ member_ids: UserId[] }>()
    .execute()
}

export async function mutesOf(
  tx: Tx,
  userId: UserId,
): Promise<{ channels: ChannelId[]; topics: { channel_id: ChannelId; topic: string; policy: number }[] }> {
  // subscription and user_topic belong to the subscriptions and user-topics areas
  const channels = await tx
    .selectFrom('subscription')
    .select('channel_id')
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .where('is_muted', '=', true)
    .execute()
  const topics = await tx
    .selectFrom('user_topic')
    .select(['channel_id', 'topic', 'policy'])
    .where('user_id', '=', userId)
    .execute()
  return { channels: channels.map(({ channel_id }) => channel_id), topics }
}
