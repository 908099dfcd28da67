import type { ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'

/** Channel conversations that a user receives now, with the first received ID in each. */
export interface Receiving {
  conversationIds: ConversationId[]
  since: MessageId[]
}

const gapsIn = (directs: string) => `(
    select conversation_id, 1::bigint as since, true as is_direct from conversation_member where user_id = $1${directs}
    union all
    select *, false from unnest($2::bigint[], $3::bigint[])) r
  left join read_state s on s.user_id = $1 and s.conversation_id = r.conversation_id
  cross join lateral unnest(int8multirange(int8range(r.since, null)) - coalesce(s.read, '{}')) gap`

/** User `$1`'s unread ranges in direct conversations and, since `$3`, in conversations `$2`, as `gap` of `r`. */
export const gaps = gapsIn('')
/** The same, only in direct conversations `$6` unless that's null. */
const chosenGaps = gapsIn(' and ($6::bigint[] is null or conversation_id = any($6::bigint[]))')

const isInGap = (from: string) => `m.conversation_id = r.conversation_id and m.id >= greatest(lower(gap), ${from})
      and m.id < coalesce(upper(gap), 9223372036854775807)`

/** As rows. perf: `offset 0` keeps it one index range. */
const inGap = (columns: string, from: string) => `
  cross join lateral (select ${columns} from message m where ${isInGap(from)} offset 0) m`

/** Own messages of `m` that weren't marked as unread. */
export const own = '(m.sender_id = $1 and m.sender_read)'

export interface UnreadTopic {
  conversation_id: ConversationId
  /** The members of a direct conversation, ascending. */
  member_ids: UserId[] | null
  topic: string
  /** Equal for all spellings of a topic. */
  key: string
  /** Unread messages have several spellings of it. */
  isMixed: boolean
  /** Ascending. */
  ids: MessageId[]
  /** Messages with a channel wildcard. */
  wildcard_ids: MessageId[]
}

/** Up to `limit` of the newest unread messages, by conversation and topic, case-insensitively. */
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

/** The same, for all unread messages from an ID on; `directs`: only in these direct conversations. */
export async function unreadFrom(
  tx: Tx,
  userId: UserId,
  receiving: Receiving,
  from: number,
  directs: readonly ConversationId[],
): Promise<UnreadTopic[]> {
  return newestOf((await spellingsFrom(tx, userId, receiving, from, null, directs)) ?? [], Number.POSITIVE_INFINITY)
}

/** Unread messages between two read ones, for one spelling of a topic. */
interface UnreadSpelling extends Pick<UnreadTopic, 'conversation_id' | 'member_ids'> {
  /** Null for messages with a channel wildcard, of any topic and sender. */
  topic: string | null
  /** Equal for all spellings of a topic. */
  key: string | null
  /** A list as text. */
  ids: string
}

/**
 * Unread messages by topic, from an ID on; undefined if more than `most` were checked. One index range for each gap
 * between read messages, so the cost depends on the unread messages, not the history. perf: counting by the index alone
 * takes a few milliseconds; fetching and sorting the topics of a million to show 50,000 takes seconds. Grouping each
 * gap by itself takes two thirds of the time for all together; channel wildcards have an index of their own. Folding
 * the topic of each of 50,000 messages takes as long as finding them, and a list of IDs is slower to read than a text.
 */
async function spellingsFrom(
  tx: Tx,
  userId: UserId,
  { conversationIds, since }: Receiving,
  from: number,
  most: number | null,
  directs: readonly ConversationId[] | null = null,
): Promise<UnreadSpelling[] | undefined> {
  const rows = await raw<UnreadSpelling & { conversation_id: ConversationId | null }>(
    tx,
    `with counted as materialized (
       select count(*) as n from (select 1 from ${chosenGaps}${inGap('m.id', '$4::bigint')} limit $5::bigint + 1) m
       where $5::bigint is not null),
     wanted as materialized (select coalesce(n <= $5, true) as all_of_it from counted)
     select r.conversation_id, u.topic, lower(u.topic) as key, u.ids, (
       select v.member_ids from conversation v where v.id = r.conversation_id and r.is_direct) as member_ids
     from ${chosenGaps}
     cross join lateral (
       select m.topic, array_agg(m.id)::text as ids from message m
       where ${isInGap('$4::bigint')} and not ${own} group by m.topic offset 0) u
     where (select all_of_it from wanted)
     union all
     select r.conversation_id, null, null, w.ids::text, null
     from ${chosenGaps}
     cross join lateral (
       select array_agg(m.id) as ids from message m where ${isInGap('$4::bigint')} and m.channel_wildcard offset 0) w
     where (select all_of_it from wanted) and not r.is_direct and w.ids is not null
     union all
     select null, null, null, null, null from wanted where not all_of_it`,
    [userId, conversationIds, since, from, most, directs],
  )
  return rows.some(({ conversation_id }) => conversation_id === null) ? undefined : rows
}

interface TopicLists extends Pick<UnreadTopic, 'conversation_id' | 'member_ids' | 'topic' | 'key' | 'isMixed'> {
  lists: MessageId[][]
  newest: number
}

/** The newest messages of topics, ascending in each; the spelling is that of the newest message. */
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
    const { conversation_id, member_ids } = spelling
    const topic = spelling.topic as string
    const key = spelling.key as string
    const place = `${conversation_id} ${key}`
    const known = topics.get(place)
    if (!known) topics.set(place, { conversation_id, member_ids, topic, key, isMixed: false, lists: [ids], newest })
    else {
      known.lists.push(ids)
      known.isMixed ||= known.topic !== topic
      if (newest > known.newest) Object.assign(known, { topic, newest })
    }
  }
  return [...topics.values()].map(({ lists, newest, ...topic }) => {
    const all = lists.length === 1 ? (lists[0] as MessageId[]) : lists.flat().sort(ascending)
    const ids = (all[0] as number) < from ? all.filter((id) => id >= from) : all
    return { ...topic, ids, wildcard_ids: wildcards.size === 0 ? [] : ids.filter((id) => wildcards.has(id)) }
  })
}

/** Parses {@link UnreadSpelling}'s IDs. Every known plan returns them in order; sorts them otherwise. */
function idsIn(text: string): MessageId[] {
  const ids: MessageId[] = JSON.parse(`[${text.slice(1, -1)}]`)
  return ids.every((id, index) => index === 0 || id > (ids[index - 1] as number)) ? ids : ids.sort(ascending)
}

function oldestOf(found: readonly { ids: readonly MessageId[] }[], limit: number): number {
  const total = found.reduce((sum, { ids }) => sum + ids.length, 0)
  if (total <= limit) return 0
  return Float64Array.from(found.flatMap(({ ids }) => ids)).sort()[total - limit] as number
}

const ascending = (a: number, b: number) => a - b

/** The first estimate of how far back the newest unread messages are, in IDs per message. */
const firstGuess = 1.2

/** Goes further back step by step, with the index alone: own messages count in addition. */
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

/** Up to `limit` of the newest unread messages, ascending. */
export async function newestUnread(tx: Tx, userId: UserId, receiving: Receiving, limit: number): Promise<MessageId[]> {
  const topics = await unreadByTopic(tx, userId, receiving, limit)
  return topics.flatMap(({ ids }) => ids).sort(ascending)
}
