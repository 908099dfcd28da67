/*
 * SQL for areas that keep messages for people to be told of later: of rows `w` with a `user_id` and a message `m`. Tables
 * of messages, channels and subscriptions.
 */

/** Where the message is: its conversation `v` and, if that is one of a channel, the channel `c`. */
export const placeOfMessage = `left join conversation v on v.id = m.conversation_id
     left join channel c on c.conversation_id = m.conversation_id`

/**
 * Whether the message is there, the person's to read by the subscription of now, and unread; never null.
 * perf: written so that each row is found by its person: without statistics the planner takes the indexes by conversation
 * and channel, and goes through ten thousand people for each row (20 s instead of 4 s for so many mails).
 */
export const isUnreadToPerson = `coalesce(not coalesce((select s.read @> m.id from read_state s
         where s.user_id = w.user_id and s.conversation_id = m.conversation_id), false)
       and case when c.id is null then w.user_id = any(v.member_ids)
         else exists (select 1 from subscription_span p where p.user_id = w.user_id and p.channel_id = c.id
           and coalesce(p.to_position, -1) = -1 and p.from_message_id <= m.id) end, false)`
