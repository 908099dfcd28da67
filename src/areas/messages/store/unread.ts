import type { ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'

/** Conversations of channels in which a user receives messages now, with the first id received in each. */
export interface Receiving {
  conversationIds: ConversationId[]
  since: MessageId[]
}

/** What user `$1` has not read of what is received in `$2` since `$3` beside direct messages, as `gap` of `r`. */
const gaps = `(
    select conversation_id, 1::bigint as since from conversation_member where user_id = $1
    union all
    select * from unnest($2::bigint[], $3::bigint[])) r
  left join read_state s on s.user_id = $1 and s.conversation_id = r.conversation_id
  cross join lateral unnest(int8multirange(int8range(r.since, null)) - coalesce(s.read, '{}')) gap`

/** In a gap, from an id on. perf: `offset 0` keeps it one range of the index. */
const inGap = (columns: string, from: string, more = '') => `
  cross join lateral (
    select ${columns} from message m
    where m.conversation_id = r.conversation_id and m.id >= greatest(lower(gap), ${from})
      and m.id < coalesce(upper(gap), 9223372036854775807)${more}
    offset 0) m`

/** Not what one has sent oneself, unless it was marked unread. */
const foreign = ' and not (m.sender_id = $1 and m.sender_read)'

/**
 * Unread messages of user `$1`, who receives `$2` since `$3` beside direct messages. One index range for each gap
 * between what is read, so that the cost follows what is unread and not the history.
 */
const unreadMessages = (from = '1::bigint') => `
  select m.id, r.conversation_id, m.topic, m.channel_wildcard
  from ${gaps}${inGap('m.id, m.topic, m.sender_id, m.channel_wildcard', from, foreign)}`

export interface UnreadTopic {
  conversation_id: ConversationId
  /** Of a direct conversation: its people, ascending. */
  member_ids: UserId[] | null
  topic: string
  /** Ascending. */
  ids: MessageId[]
  /** Those that call everybody in the channel. */
  wildcard_ids: MessageId[] | null
}

/** Everything unread, the newest `limit` messages at most, by conversation and topic, whatever the topic's case. */
export async function unreadByTopic(
  tx: Tx,
  userId: UserId,
  receiving: Receiving,
  limit: number,
): Promise<UnreadTopic[]> {
  const few = await topicsFrom(tx, userId, receiving, 1, Math.floor(limit * 1.2))
  if (few) return newestOf(few, limit)
  const from = await oldestOfNewest(tx, userId, receiving, limit)
  return newestOf((await topicsFrom(tx, userId, receiving, from, null)) ?? [], limit)
}

/**
 * By topic, from an id on; undefined for more than `most`. perf: so many the index alone counts in a few milliseconds;
 * to bring and sort the topics of a million, of which 50,000 are shown, takes seconds.
 */
async function topicsFrom(
  tx: Tx,
  userId: UserId,
  { conversationIds, since }: Receiving,
  from: number,
  most: number | null,
): Promise<UnreadTopic[] | undefined> {
  const rows = await raw<UnreadTopic & { conversation_id: ConversationId | null }>(
    tx,
    `with counted as materialized (
       select count(*) as n from (select 1 from ${gaps}${inGap('m.id', '$4::bigint')} limit $5::bigint + 1) m
       where $5::bigint is not null),
     topics as materialized (
       select conversation_id, max(id) as newest, array_agg(id) as ids,
         array_agg(id) filter (where channel_wildcard) as wildcard_ids
       from (${unreadMessages('$4::bigint')} offset 0) m
       where (select n <= coalesce($5, n) from counted)
       group by conversation_id, lower(topic))
     select t.conversation_id, n.topic, t.ids, t.wildcard_ids, v.member_ids
     from topics t join conversation v on v.id = t.conversation_id
     cross join lateral (select m.topic from message m where m.id = t.newest limit 1) n
     union all select null, null, null, null, null from counted where n > $5`,
    [userId, conversationIds, since, from, most],
  )
  return rows.some(({ conversation_id }) => conversation_id === null) ? undefined : rows
}

/** The newest messages of some topics, ascending in each. */
function newestOf(topics: readonly UnreadTopic[], limit: number): UnreadTopic[] {
  const all = Float64Array.from(topics.flatMap(({ ids }) => ids)).sort()
  const from = all.at(-limit) ?? 0
  const kept = (ids: readonly MessageId[]) => ids.filter((id) => id >= from).sort(ascending)
  return topics.flatMap((topic): UnreadTopic[] => {
    const ids = kept(topic.ids)
    return ids.length === 0 ? [] : [{ ...topic, ids, wildcard_ids: topic.wildcard_ids && kept(topic.wildcard_ids) }]
  })
}

const ascending = (a: number, b: number) => a - b

/** The first guess at how far back the newest unread messages lie, in ids for each of them. */
const firstGuess = 1.2

/**
 * An id from which on there are the newest `limit` unread messages, and not many more. Looks ever further back, by
 * the index alone: what one has sent oneself counts in addition.
 */
async function oldestOfNewest(tx: Tx, userId: UserId, { conversationIds, since }: Receiving, limit: number) {
  const top = await tx
    .selectFrom('message')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  const newest = top?.id ?? 0
  for (let ids = limit * firstGuess; ; ) {
    const from = Math.max(1, Math.floor(newest - ids))
    const [row] = await raw<{ wanted: number; found: number; oldest: number | null }>(
      tx,
      `with wanted as materialized (
         select $4 + count(*) as n from message m where m.sender_id = $1 and m.id >= $5 and m.sender_read)
       select (select n from wanted) as wanted, count(*) as found, min(id) as oldest from (
         select m.id from ${gaps}${inGap('m.id', '$5::bigint')} order by m.id desc limit (select n from wanted)) m`,
      [userId, conversationIds, since, limit, from],
    )
    if (!row || from === 1) return row?.oldest ?? 1
    if (row.found >= row.wanted) return row.oldest as number
    ids *= Math.min(Math.max((1.2 * row.wanted) / (row.found + 1), 1.5), 16)
  }
}

/** The newest unread messages, ascending: `limit` at most. */
export async function newestUnread(tx: Tx, userId: UserId, receiving: Receiving, limit: number): Promise<MessageId[]> {
  const topics = await unreadByTopic(tx, userId, receiving, limit)
  return topics.flatMap(({ ids }) => ids).sort(ascending)
}

/** Messages of which some may be unread: those of a conversation, of one of its topics, or by one sender. */
export type Place = { conversationId: ConversationId; topic?: string | undefined } | { senderId: UserId }

/** A range of ids, of which a part is looked at. */
export interface Range {
  /** The first id that counts. */
  from: number
  /** The first id that does not count any more; null for no end. */
  before: number | null
  /** How many messages of the place are looked at. */
  most: number
}

export interface UnreadPart {
  /** Ascending. */
  ids: MessageId[]
  /** Where the next part begins; null where nothing follows. */
  next: number | null
}

const partOf = (within: string, of: string) => `
  with gap as materialized (
    select r.conversation_id, gap * int8range($4, $5) as ids from ${gaps}
    where ${within} and gap && int8range($4, $5)),
  looked_at as materialized (
    select m.id from message m
    where ${of} and m.id >= (select min(lower(ids)) from gap) and m.id < coalesce($5::bigint, 9223372036854775807)
    order by m.id limit $6::bigint + 1),
  part as (select case when count(*) > $6::bigint then max(id) end as next from looked_at),
  unread as (
    select m.id from gap cross join part cross join lateral (
      select m.id from message m
      where m.conversation_id = gap.conversation_id and ${of} and m.id >= lower(gap.ids)
        and m.id < least(coalesce(upper(gap.ids), 9223372036854775807), coalesce(part.next, 9223372036854775807))
        ${foreign}
      offset 0) m
    where lower(gap.ids) < coalesce(part.next, 9223372036854775807))
  select part.next, (select array_agg(id order by id) from unread) as ids from part`

/**
 * What is unread among the next messages of a place, beginning where the first unread one can be. perf: a part costs
 * what it looks at, so that a million messages are passed in steps between which others have their turn.
 */
export async function unreadPart(
  tx: Tx,
  userId: UserId,
  { conversationIds, since }: Receiving,
  place: Place,
  { from, before, most }: Range,
): Promise<UnreadPart> {
  const bySender = 'senderId' in place
  const inTopic = !bySender && place.topic !== undefined
  const [row] = await raw<{ ids: MessageId[] | null; next: number | null }>(
    tx,
    bySender
      ? partOf('true', 'm.sender_id = $7')
      : inTopic
        ? partOf('r.conversation_id = $7', 'm.conversation_id = $7 and lower(m.topic) = lower($8)')
        : partOf('r.conversation_id = $7', 'm.conversation_id = $7'),
    [
      ...[userId, conversationIds, since, from, before, most],
      bySender ? place.senderId : place.conversationId,
      ...(inTopic ? [place.topic] : []),
    ],
  )
  return { ids: row?.ids ?? [], next: row?.next ?? null }
}

/** The first id that no message has yet. */
export async function nextId(tx: Tx): Promise<number> {
  const top = await tx
    .selectFrom('message')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return (top?.id ?? 0) + 1
}
