import type { ChannelId, ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'

/** A move between channels, for read state. The messages are already in the new conversation. */
interface MovedMessages {
  readonly ids: readonly MessageId[]
  readonly from: { readonly conversationId: ConversationId; readonly channelId: ChannelId }
  readonly to: { readonly conversationId: ConversationId; readonly channelId: ChannelId }
}

/*
 * A message was unread for a user if it came during their subscription to the old channel, isn't in its read ranges,
 * and isn't their own message that started as read. In the new channel only messages since the subscription began can
 * be unread. perf: grouping joins a user's two subscriptions independently of the planner's estimates; most users have
 * similar read states, so sets are computed once for all equal ones; ten thousand messages make sets of ten thousand
 * ranges, and there may be as many users.
 */
const moved = `
  moved as materialized (select id, sender_id, sender_read from message where id = any($1::bigint[])),
  whole as materialized (
    select min(id) as least, int8multirange(int8range(min(id), max(id) + 1)) as span,
      range_agg(int8range(id, id + 1)) as points
    from moved),
  own as materialized (
    select sender_id as user_id, range_agg(int8range(id, id + 1)) as own_points from moved where sender_read
    group by sender_id),
  spans as materialized (
    select user_id, max(from_message_id) filter (where channel_id = $2) as here,
      max(from_message_id) filter (where channel_id = $4) as there
    from subscription_span where channel_id in ($2, $4) and to_position is null group by user_id)`

/** Read messages cover the IDs down to the message before, so that ranges stay few; skips unchanged users. */
export async function keepReading(tx: Tx, orgId: number, { ids, from, to }: MovedMessages): Promise<void> {
  await raw(
    tx,
    // subscription_span belongs to the subscriptions area
    `with ${moved},
     covers as materialized (
       select range_agg(int8range(coalesce(before.id, 0) + 1, m.id + 1)) as ranges
       from moved m left join lateral (
         select p.id from message p where p.conversation_id = $5 and p.id < m.id order by p.id desc limit 1) before on true),
     receivers as materialized (
       select s.user_id, coalesce(new.read, '{}') as read, coalesce(new.read, '{}') * span as near,
         coalesce(old.read, '{}') * span as had_read, coalesce(own.user_id, 0) as sender,
         case when here is null then -1 when here <= least then 0 else here end as since,
         case when there <= least then 0 else there end as begins
       from spans s cross join whole
       left join read_state old on old.user_id = s.user_id and old.conversation_id = $3
       left join read_state new on new.user_id = s.user_id and new.conversation_id = $5
       left join own on own.user_id = s.user_id
       where there is not null),
     alike as materialized (
       select k.*, own_points,
         points * int8multirange(int8range(begins, null)) as concerned,
         ranges * int8multirange(int8range(begins, null)) as covering
       from (select distinct near, had_read, sender, since, begins from receivers) k cross join whole cross join covers
       left join own on own.user_id = k.sender),
     sorted as materialized (
       select *, case when since < 0 then '{}' else concerned * int8multirange(int8range(since, null)) - had_read end
         - coalesce(own_points, '{}') as unread
       from alike),
     kept as materialized (
       select near, had_read, sender, since, begins, case
           when unread = '{}' then near + covering
           when unread = concerned then near - covering
           when unread = concerned * int8multirange(int8range(lower(unread), null))
             then (near + covering) - covering * int8multirange(int8range(lower(unread), null))
           else (near + covering) - unread
         end as after
       from sorted)
     insert into read_state (org_id, user_id, conversation_id, read)
     select $6, r.user_id, $5, (r.read - span) + k.after
     from receivers r cross join whole
     join kept k on k.near = r.near and k.had_read = r.had_read and k.sender = r.sender and k.since = r.since
       and k.begins = r.begins
     where (r.read - span) + k.after <> r.read
     on conflict (user_id, conversation_id) do update set read = excluded.read`,
    [ids, from.channelId, from.conversationId, to.channelId, to.conversationId, orgId],
  )
}

/** Messages that were unread for users and can't be in the new channel; users with the same ones are grouped. */
export async function nowRead(
  tx: Tx,
  { ids, from, to }: MovedMessages,
): Promise<{ user_ids: UserId[]; ids: MessageId[] }[]> {
  return raw(
    tx,
    `with ${moved},
     readers as materialized (
       select s.user_id, coalesce(own.user_id, 0) as sender, there as until,
         case when here <= least then 0 else here end as since, coalesce(r.read, '{}') * span as read
       from spans s cross join whole
       left join read_state r on r.user_id = s.user_id and r.conversation_id = $3
       left join own on own.user_id = s.user_id
       where here is not null and (there is null or there > least)),
     alike as materialized (
       select k.user_ids, points * int8multirange(int8range(since, until)) - read - coalesce(own_points, '{}') as unread
       from (
         select sender, until, since, read, array_agg(user_id order by user_id) as user_ids
         from readers group by sender, until, since, read) k
       cross join whole left join own on own.user_id = k.sender
       where until is null or since < until)
     select user_ids, (select array_agg(m.id order by m.id) from moved m where a.unread @> m.id) as ids
     from alike a where unread <> '{}'`,
    [ids, from.channelId, from.conversationId, to.channelId],
  )
}
