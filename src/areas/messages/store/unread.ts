import type { ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'

/** Conversations of channels in which a user receives messages now, with the first id received in each. */
export interface Receiving {
  conversationIds: ConversationId[]
  since: MessageId[]
}

/** What user `$1` has not read of what is received in `$2` since `$3` beside direct messages, as `gap` of `r`. */
export const gaps = `(
    select conversation_id, 1::bigint as since, true as is_direct from conversation_member where user_id = $1
    union all
    select *, false from unnest($2::bigint[], $3::bigint[])) r
  left join read_state s on s.user_id = $1 and s.conversation_id = r.conversation_id
  cross join lateral unnest(int8multirange(int8range(r.since, null)) - coalesce(s.read, '{}')) gap`

/** In a gap, from an id on. */
const isInGap = (from: string) => `m.conversation_id = r.conversation_id and m.id >= greatest(lower(gap), ${from})
      and m.id < coalesce(upper(gap), 9223372036854775807)`

/** The same as rows. perf: `offset 0` keeps it one range of the index. */
const inGap = (columns: string, from: string) => `
  cross join lateral (select ${columns} from message m where ${isInGap(from)} offset 0) m`

/** What one has sent oneself, unless it was marked unread, of `m`. */
export const own = '(m.sender_id = $1 and m.sender_read)'

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

/** What is unread, between two messages that are read, of a topic as it is spelt there. */
interface UnreadSpelling extends Pick<UnreadTopic, 'conversation_id' | 'member_ids'> {
  /** Null for those of the conversation that call everybody in it, whatever their topics, and whoever has sent them. */
  topic: string | null
  /** The same of each spelling of a topic. */
  key: string | null
  /** As the text of a list. */
  ids: string
}

/**
 * By topic, from an id on; undefined where more than `most` were looked at. One index range for each gap between what is
 * read, so that the cost follows what is unread and not the history. perf: so many the index alone counts in a few
 * milliseconds; to bring and sort the topics of a million, of which 50,000 are shown, takes seconds. Each gap is grouped by
 * itself, which takes two thirds of what it does for all together; those that call everybody have an index of their own. To
 * fold the topic of each of 50,000 messages takes as long as to find them, and a list of ids is slower to read than a text.
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
     wanted as materialized (select coalesce(n <= $5, true) as all_of_it from counted)
     select r.conversation_id, u.topic, lower(u.topic) as key, u.ids, (
       select v.member_ids from conversation v where v.id = r.conversation_id and r.is_direct) as member_ids
     from ${gaps}
     cross join lateral (
       select m.topic, array_agg(m.id)::text as ids from message m
       where ${isInGap('$4::bigint')} and not ${own} group by m.topic offset 0) u
     where (select all_of_it from wanted)
     union all
     select r.conversation_id, null, null, w.ids::text, null
     from ${gaps}
     cross join lateral (
       select array_agg(m.id) as ids from message m where ${isInGap('$4::bigint')} and m.channel_wildcard offset 0) w
     where (select all_of_it from wanted) and not r.is_direct and w.ids is not null
     union all
     select null, null, null, null, null from wanted where not all_of_it`,
    [userId, conversationIds, since, from, most],
  )
  return rows.some(({ conversation_id }) => conversation_id === null) ? undefined : rows
}

/** Lists of a topic, each ascending, and its newest spelling. */
interface TopicLists extends Pick<UnreadTopic, 'conversation_id' | 'member_ids' | 'topic'> {
  lists: MessageId[][]
  newest: number
}

/** The newest messages of some topics, ascending in each; a topic is spelt as in its newest message. */
function newestOf(spellings: readonly UnreadSpelling[], limit: number): UnreadTopic[] {
  const wildcards = new Set<MessageId>()
  const found: { spelling: UnreadSpelling; ids: MessageId[] }[] = []
  for (const spelling of spellings) {
    const ids = idsIn(spelling.ids)
    if (spelling.topic === null) for (const id of ids) wildcards.add(id)
    else found.push({ spelling, ids })
  }
  const from = oldestOf(found, limit)

  const topics = new Map<string, TopicLists>()
  for (const { spelling, ids } of found) {
    const newest = ids.at(-1) as number
    if (newest < from) continue
    const { conversation_id, member_ids, key } = spelling
    const topic = spelling.topic as string
    const place = `${conversation_id} ${key}`
    const known = topics.get(place)
    if (!known) topics.set(place, { conversation_id, member_ids, topic, lists: [ids], newest })
    else {
      known.lists.push(ids)
      if (newest > known.newest) Object.assign(known, { topic, newest })
    }
  }
  return [...topics.values()].map(({ lists, newest, ...topic }) => {
    const all = lists.length === 1 ? (lists[0] as MessageId[]) : lists.flat().sort(ascending)
    const ids = (all[0] as number) < from ? all.filter((id) => id >= from) : all
    return { ...topic, ids, wildcard_ids: wildcards.size === 0 ? [] : ids.filter((id) => wildcards.has(id)) }
  })
}

/** Of a text, see {@link UnreadSpelling}. The database has them in order but for a plan that nobody has seen yet. */
function idsIn(text: string): MessageId[] {
  const ids: MessageId[] = JSON.parse(`[${text.slice(1, -1)}]`)
  return ids.every((id, index) => index === 0 || id > (ids[index - 1] as number)) ? ids : ids.sort(ascending)
}

/** The first of the newest `limit` ids. */
function oldestOf(found: readonly { ids: readonly MessageId[] }[], limit: number): number {
  const total = found.reduce((sum, { ids }) => sum + ids.length, 0)
  if (total <= limit) return 0
  return Float64Array.from(found.flatMap(({ ids }) => ids)).sort()[total - limit] as number
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
