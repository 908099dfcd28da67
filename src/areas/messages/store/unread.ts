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
const inGap = (columns: string, from: string) => `
  cross join lateral (
    select ${columns} from message m
    where m.conversation_id = r.conversation_id and m.id >= greatest(lower(gap), ${from})
      and m.id < coalesce(upper(gap), 9223372036854775807)
    offset 0) m`

/** What one has sent oneself, unless it was marked unread, of `m`. */
const own = '(m.sender_id = $1 and m.sender_read)'

export interface UnreadTopic {
  conversation_id: ConversationId
  /** Of a direct conversation: its people, ascending. */
  member_ids: UserId[] | null
  topic: string
  /** Ascending. */
  ids: MessageId[]
  /** Those that call everybody in the channel. */
  wildcard_ids: MessageId[]
}

/** Everything unread, the newest `limit` messages at most, by conversation and topic, whatever the topic's case. */
export async function unreadByTopic(
  tx: Tx,
  userId: UserId,
  receiving: Receiving,
  limit: number,
): Promise<UnreadTopic[]> {
  const few = await spellingsFrom(tx, userId, receiving, 1, Math.floor(limit * 1.2))
  if (few) return newestOf(few, limit)
  const from = await oldestOfNewest(tx, userId, receiving, limit)
  return newestOf((await spellingsFrom(tx, userId, receiving, from, null)) ?? [], limit)
}

/** What is unread of a topic as it is spelt in some of its messages. */
interface UnreadSpelling extends Pick<UnreadTopic, 'conversation_id' | 'member_ids' | 'topic'> {
  /** The same of each spelling of a topic. */
  key: string
  /** Ids as the text of a list; below zero those that call everybody in the channel. */
  ids: string
}

/**
 * By topic, from an id on; undefined where more than `most` were looked at. One index range for each gap between what is
 * read, so that the cost follows what is unread and not the history. perf: so many the index alone counts in a few
 * milliseconds; to bring and sort the topics of a million, of which 50,000 are shown, takes seconds. To fold the topic of
 * each of 50,000 messages takes as long as to find them, and a list of ids takes longer to take apart than a text.
 */
async function spellingsFrom(
  tx: Tx,
  userId: UserId,
  { conversationIds, since }: Receiving,
  from: number,
  most: number | null,
): Promise<UnreadSpelling[] | undefined> {
  const rows = await raw<UnreadSpelling & { conversation_id: ConversationId | null }>(
    tx,
    `with counted as materialized (
       select count(*) as n from (select 1 from ${gaps}${inGap('m.id', '$4::bigint')} limit $5::bigint + 1) m
       where $5::bigint is not null),
     spelling as materialized (
       select conversation_id, topic,
         array_agg(case when channel_wildcard then -id else id end) filter (where not ${own}) as ids
       from (
         select r.conversation_id, m.* from ${gaps}
         ${inGap('m.id, m.topic, m.sender_id, m.sender_read, m.channel_wildcard', '$4::bigint')}
         offset 0) m
       where (select n <= coalesce($5, n) from counted)
       group by conversation_id, topic)
     select s.conversation_id, s.topic, lower(s.topic) as key, s.ids::text as ids, v.member_ids
     from spelling s join conversation v on v.id = s.conversation_id
     where s.ids is not null
     union all select null, null, null, null, null from counted where n > $5`,
    [userId, conversationIds, since, from, most],
  )
  return rows.some(({ conversation_id }) => conversation_id === null) ? undefined : rows
}

/** The newest messages of some topics, ascending in each; a topic is spelt as in its newest message. */
function newestOf(spellings: readonly UnreadSpelling[], limit: number): UnreadTopic[] {
  const found = spellings.map(({ ids, ...spelling }) => ({ ...spelling, ...idsIn(ids) }))
  const from = oldestOf(found, limit)

  const topics = new Map<string, UnreadTopic>()
  for (const { key, ...spelling } of found) {
    const ids = spelling.ids.filter((id) => id >= from)
    if (ids.length === 0) continue
    const one = { ...spelling, ids, wildcard_ids: spelling.wildcard_ids.filter((id) => id >= from) }
    const place = `${one.conversation_id} ${key}`
    const known = topics.get(place)
    topics.set(place, known ? joined(known, one) : one)
  }
  return [...topics.values()]
}

/** Of a text of signed ids; see {@link UnreadSpelling}. */
function idsIn(text: string): Pick<UnreadTopic, 'ids' | 'wildcard_ids'> {
  const signed: number[] = JSON.parse(`[${text.slice(1, -1)}]`)
  const wildcards = signed.filter((id) => id < 0)
  const ids = wildcards.length === 0 ? signed : signed.map(Math.abs)
  return {
    ids: ids.sort(ascending) as MessageId[],
    wildcard_ids: wildcards.map(Math.abs).sort(ascending) as MessageId[],
  }
}

/** The first of the newest `limit` ids. */
function oldestOf(topics: readonly Pick<UnreadTopic, 'ids'>[], limit: number): number {
  const total = topics.reduce((sum, { ids }) => sum + ids.length, 0)
  if (total <= limit) return 0
  return Float64Array.from(topics.flatMap(({ ids }) => ids)).sort()[total - limit] as number
}

const joined = (a: UnreadTopic, b: UnreadTopic): UnreadTopic => ({
  ...((a.ids.at(-1) as number) > (b.ids.at(-1) as number) ? a : b),
  ids: [...a.ids, ...b.ids].sort(ascending),
  wildcard_ids: [...a.wildcard_ids, ...b.wildcard_ids].sort(ascending),
})

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
        and not ${own}
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
