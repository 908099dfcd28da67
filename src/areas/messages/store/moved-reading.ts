import { compiled, type Tx } from '#platform/db'

/** A move from one channel to another, as far as reading goes. The messages are in the new conversation already. */
export interface MovedMessages {
  readonly ids: readonly number[]
  readonly from: { readonly conversationId: number; readonly channelId: number }
  readonly to: { readonly conversationId: number; readonly channelId: number }
}

/*
 * What somebody had not read is what came during that person's subscription of the old channel, is outside of what was
 * read there, and is no own message that began as read. `$1` the ids, `$2` the old channel, `$3` its conversation.
 */
const moved = `
  moved as materialized (select id, sender_id, sender_read from message where id = any($1::bigint[])),
  whole as materialized (
    select min(id) as least, int8range(min(id), max(id) + 1) as span, range_agg(int8range(id, id + 1)) as points
    from moved),
  own as (
    select sender_id as user_id, range_agg(int8range(id, id + 1)) as points from moved where sender_read
    group by sender_id),
  readers as materialized (
    select s.user_id, case when s.from_message_id <= least then 0 else s.from_message_id end as since,
      coalesce(r.read, '{}') * int8multirange(span) as read
    from subscription_span s cross join whole
    left join read_state r on r.user_id = s.user_id and r.conversation_id = $3
    where s.channel_id = $2 and s.to_position is null),
  kinds as materialized (
    select since, read, points * int8multirange(int8range(since, null)) - read as unread
    from (select distinct since, read from readers) k cross join whole),
  had as materialized (
    select r.user_id, k.unread - coalesce(own.points, '{}') as unread from readers r
    join kinds k on k.since = r.since and k.read = r.read
    left join own on own.user_id = r.user_id
    where k.unread <> '{}')`

/**
 * Keeps the messages read or unread for everybody as they were. Read messages cover the ids down to the message before
 * them, so that ranges stay few.
 * perf: people differ little in what they have read, so the sets are computed once for each kind of reader (`kinds`);
 * who has read everything around the messages anyway, and them, is not written.
 */
export async function keepReading(tx: Tx, orgId: number, { ids, from, to }: MovedMessages): Promise<void> {
  await compiled(
    tx,
    // subscription_span: the subscriptions area's table
    `with ${moved},
     covers as materialized (
       select range_agg(int8range(coalesce(before.id, 0) + 1, m.id + 1)) as ranges
       from moved m left join lateral (
         select p.id from message p where p.conversation_id = $5 and p.id < m.id order by p.id desc limit 1) before on true),
     receivers as (
       select t.user_id, coalesce(r.read, '{}') as read, coalesce(had.unread, '{}') as unread
       from subscription_span t
       left join read_state r on r.user_id = t.user_id and r.conversation_id = $5
       left join had on had.user_id = t.user_id
       where t.channel_id = $4 and t.to_position is null),
     kept as (
       select user_id, read as before,
         case
           when unread = points then read - ranges
           when read @> span then read - unread
           else (read + ranges) - unread
         end as read
       from receivers cross join whole cross join covers)
     insert into read_state (org_id, user_id, conversation_id, read)
     select $6, user_id, $5, read from kept where read <> before
     on conflict (user_id, conversation_id) do update set read = excluded.read`,
    [ids, from.channelId, from.conversationId, to.channelId, to.conversationId, orgId],
  )
}

/** What cannot be unread for somebody in the new channel and was so before: people by what that is. */
export async function nowRead(
  tx: Tx,
  { ids, from, to }: MovedMessages,
): Promise<{ user_ids: number[]; ids: number[] }[]> {
  return compiled(
    tx,
    `with ${moved},
     lost as (
       select had.user_id,
         had.unread - case when t.user_id is null then '{}' else int8multirange(int8range(t.from_message_id, null)) end
           as unread
       from had
       left join subscription_span t on t.user_id = had.user_id and t.channel_id = $4 and t.to_position is null),
     groups as materialized (
       select unread, array_agg(user_id order by user_id) as user_ids from lost where unread <> '{}' group by unread)
     select user_ids, (select array_agg(m.id order by m.id) from moved m where g.unread @> m.id) as ids from groups g`,
    [ids, from.channelId, from.conversationId, to.channelId],
  )
}
