import type { ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'
import type { Reader } from '../access/reader.ts'
import { beyondEveryId, Params, scopeRows, withinScope } from '../access/scope.ts'
import { type Narrow, resolveNarrow } from '../narrow/narrow.ts'
import { findMessages } from '../narrow/select.ts'

/** Number of newest messages to scan for conversations: first, and if they weren't enough. */
const steps = [500, 5_000]
/** Newest messages per conversation to take senders from, and to count unread ones in. */
const lookedForSenders = 30
const lookedForUnread = 1_000

interface NewestConversation {
  conversation_id: ConversationId
  /** The members of a direct conversation, ascending. */
  member_ids: UserId[] | null
  /** In the case of its newest message. */
  topic: string
  newest: MessageId
  timestamp: number
  unread_count: number
  /** Of its newest messages, newest first, with repetitions. */
  sender_ids: UserId[]
}

interface Page {
  /** Returns conversations whose newest message is older. */
  before?: MessageId | undefined
  limit: number
}

/** Most recent first. Scans the newest messages; if busy conversations hide others, queries every conversation. */
export async function newestConversations(
  tx: Tx,
  reader: Reader,
  page: Page,
  looked: readonly number[] = steps,
): Promise<NewestConversation[]> {
  const narrow = await resolveNarrow(tx, reader, [])
  const below = page.before ?? beyondEveryId
  for (const limit of looked) {
    const { before: ids } = await findMessages(tx, narrow, { before: { below, limit } })
    const found = await told(tx, narrow, page, (params) => among(ids, narrow, page, params))
    if (found.length === page.limit || ids.length < limit) return found
  }
  return told(tx, narrow, page, (params) => ofEach(page, params))
}

async function told(
  tx: Tx,
  { scope, reader }: Narrow,
  { limit }: Page,
  find: (params: Params) => string,
): Promise<NewestConversation[]> {
  const params = new Params()
  const inTopic = (from: string, columns: string, most: number) => `
    select ${columns} from message m
    where m.conversation_id = any(array[p.c]) and lower(m.topic) = p.folded and ${from}
    order by m.conversation_id desc, lower(m.topic) desc, m.id desc limit (select ${most})`
  const user = `${params.add(reader.viewer.id)}::bigint`
  const [row] = await raw<{ found: Tuple[] | null }>(
    tx,
    // perf: cut out a conversation's read ranges once rather than unpack them for each message
    `with recursive reach as materialized (${scopeRows(scope, params)}), ${find(params)},
     page as materialized (select c, folded, id from found order by id desc limit ${params.add(limit)}),
     received as materialized (
       select r.c, int8multirange(int8range(r.lo, null)) as ids, coalesce(s.read, '{}') * int8multirange(int8range(r.lo, null)) as read
       from reach r left join read_state s on s.user_id = ${user} and s.conversation_id = r.c
       where r.hi = ${beyondEveryId} and r.c in (select c from page))
     select json_agg(json_build_array(
       p.c, v.member_ids, n.topic, p.id, floor(extract(epoch from n.sent_at)), (
         select count(*) from received r cross join lateral (
           ${inTopic('m.id >= lower(r.ids - r.read)', 'm.id, m.sender_id, m.sender_read', lookedForUnread)}) u
         where r.c = p.c and not r.read @> u.id and not (u.sender_id = ${user} and u.sender_read)), (
         select json_agg(w.sender_id order by w.id desc) from (
           select x.id, x.sender_id from reach r cross join lateral (
             ${inTopic('m.id >= r.lo and m.id < r.hi', 'm.id, m.sender_id', lookedForSenders)}) x
           where r.c = p.c order by x.id desc limit ${lookedForSenders}) w)) order by p.id desc) as found
     from page p cross join lateral (select m.topic, m.sent_at from message m where m.id = p.id limit 1) n
     cross join lateral (select v.member_ids from conversation v where v.id = p.c limit 1) v`,
    params.values,
  )
  return (row?.found ?? []).map(fromTuple)
}

type Tuple = [ConversationId, UserId[] | null, string, MessageId, number, number, UserId[]]

const fromTuple = ([
  conversation_id,
  member_ids,
  topic,
  newest,
  timestamp,
  unread_count,
  sender_ids,
]: Tuple): NewestConversation => ({ conversation_id, member_ids, topic, newest, timestamp, unread_count, sender_ids })

/** Conversations among these messages, the newest of those before the page. */
function among(ids: readonly MessageId[], { scope }: Narrow, { before }: Page, params: Params): string {
  const conversations = `
    select m.conversation_id as c, lower(m.topic) as folded, max(m.id) as id
    from unnest(${params.add(ids)}::bigint[]) u(id)
    cross join lateral (select m.id, m.conversation_id, m.topic from message m where m.id = u.id limit 1) m group by 1, 2`
  if (before === undefined) return `found as (${conversations})`
  return `found as (
    select f.c, f.folded, f.id from (${conversations}) f
    where not exists (
      select 1 from message m where m.conversation_id = any(array[f.c]) and lower(m.topic) = f.folded
        and m.id >= ${params.add(before)}::bigint and ${withinScope(scope, params)} offset 0))`
}

/** perf: loose index scan; once enough conversations have a newest message, older ones are skipped. */
function ofEach({ before, limit }: Page, params: Params): string {
  const below = `${params.add(before ?? beyondEveryId)}::bigint`
  const step = (from: string, more = '') => `
    select lower(m.topic) as folded, m.id from message m where m.conversation_id = any(array[${from}])${more}
    order by m.conversation_id desc, lower(m.topic) desc, m.id desc limit (select 1)`
  const newest = (of: string, more: string, order: string) => `
    select x.id from unnest(${of}.lo, ${of}.hi) r(lo, hi) cross join lateral (
      select m.id from message m where m.conversation_id = any(array[${of}.c])${more} and m.id >= r.lo and m.id < r.hi
      order by m.conversation_id desc, ${order}m.id desc limit (select 1)) x
    order by x.id desc limit 1`
  return `head as materialized (
      select e.c, e.lo, e.hi, n.id from (select c, array_agg(lo) as lo, array_agg(hi) as hi from reach group by c) e
      cross join lateral (${newest('e', '', '')}) n),
    edge as materialized (
      select coalesce((
        select id from head where id < ${below} order by id desc offset ${params.add(limit - 1)} limit 1), 0) as id),
    topics as (
      select h.c, h.lo, h.hi, n.folded, n.id from head h cross join lateral (${step('h.c')}) n
      where h.id >= (select id from edge)
      union all
      select t.c, t.lo, t.hi, n.folded, n.id from topics t
      cross join lateral (${step('t.c', ' and lower(m.topic) < t.folded')}) n),
    found as (
      select f.c, f.folded, f.id from (
        select t.c, t.folded, case
          when exists (select 1 from unnest(t.lo, t.hi) r(lo, hi) where t.id >= r.lo and t.id < r.hi) then t.id
          else (${newest('t', ' and lower(m.topic) = t.folded', 'lower(m.topic) desc, ')}) end as id
        from topics t where t.id >= (select id from edge) offset 0) f
      where f.id < ${below})`
}
