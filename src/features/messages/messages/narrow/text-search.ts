import type { ConversationId } from '#contract'
import { beyondEveryId, type Scope } from '../access/scope.ts'
import type { Lead } from './criteria.ts'
import { type SearchText, searchQuery, wordsOfMessage } from './search-terms.ts'
import { leadOf, type Path, type SideQuery } from './side-query.ts'

/** How many of the nearest messages a search scans first, and at most. */
const scansForWords = { first: 200, most: 2_500 }
/** The same for what the index can't answer, parts that occur in too many words. */
const scansForParts = { first: 1_000, most: 10_000 }
/** ID ranges marked in the index; see its migration. */
const stretchBits = 16
/** The first step through the index covers this many ID ranges, each further step twice as many as the one before. */
const firstStretches = 2
/** With more conversations than this, the index isn't queried by conversation: the messages say where they are. */
export const maxMarked = 32

export interface SearchSteps {
  readonly stretches: Readonly<Record<'before' | 'after', readonly number[]>>
  /** Conversations where the reader may find results; undefined if many. */
  readonly conversations: readonly ConversationId[] | undefined
  /** How many of the nearest messages to scan. */
  readonly scan: number
}

export const noSteps: SearchSteps = { stretches: { before: [], after: [] }, conversations: undefined, scan: 0 }

/** Growing steps, so that a search stops when it has enough and an unsuccessful one takes few queries. */
export function* stretchSteps(direction: 'before' | 'after', bound: number, newest: number): Generator<number[]> {
  const stretchOf = (id: number) => Math.floor(Math.max(Math.min(id, newest), 0) / 2 ** stretchBits)
  const isBefore = direction === 'before'
  let next = stretchOf(isBefore ? bound - 1 : bound)
  const end = isBefore ? 0 : stretchOf(newest)
  for (let size = firstStretches; isBefore ? next >= end : next <= end; size *= 2) {
    const count = Math.min(size, Math.abs(end - next) + 1)
    yield Array.from({ length: count }, (_, index) => (isBefore ? next - index : next + index))
    next += isBefore ? -count : count
  }
}

const searchLead = (query: SideQuery) => leadOf(query.narrow, 'search') as Extract<Lead, { by: 'search' }>

export const scansFor = ({ isPositive }: SearchText): Readonly<typeof scansForWords> =>
  isPositive ? scansForWords : scansForParts

/**
 * How many messages to scan next if a scan found this share of what's wanted; undefined if that's too many. perf: rare words
 * are left to the index. Among 3,000 messages, scanning takes the embedded database 20 ms, and the index 2 ms.
 */
export function nextScan(search: SearchText, scanned: number, share: number): number | undefined {
  const { most } = scansFor(search)
  if (!search.isPositive) return scanned < most ? most : undefined
  const needed = scanned / share
  // more than expected, as words are spread unevenly
  return needed > most ? undefined : Math.min(Math.ceil(2 * needed), most)
}

/** For common words, whose index entries are too many. A row without an ID means that there are no others. */
export function nearbySearch(query: SideQuery, { scan }: SearchSteps): string {
  const { narrow, params } = query
  const lead = searchLead(query)
  const { isPositive } = lead.search
  const rows = params.add(scan)
  const { channels, directs } = narrow.scope
  const [conversation] = channels.keys()
  const isOne = channels.size === 1 && !directs
  const topic = leadOf(narrow, 'topic')
  const path: Path = isOne
    ? [
        ['m.conversation_id', `${params.add(conversation)}::bigint`],
        ...(topic ? ([['lower(m.topic)', `lower(${params.add(topic.topic)}::text)`]] as const) : []),
      ]
    : [['m.org_id', query.organization()]]
  const { where, end } = query.inOrder(path, 'm.id', '0::bigint', String(beyondEveryId), rows)
  if (!isPositive)
    // perf: no index applies, so check each message once while reading
    return `with near as materialized (
        select m.id, ${query.within()}${query.conditions(lead)} as is_meant from message m where ${where} ${end})
      (select near.id from near where near.is_meant ${query.nearest('near.id')})
      union all select null where (select count(*) from near) < ${rows}`
  return `with asked as materialized (select ${searchQuery(lead.search, params)} as query),
    near as materialized (select m.id from message m where ${where} ${end}),
    held as materialized (
      select near.id from near cross join asked
      cross join lateral (
        select 1 from message m where m.id = near.id and ${wordsOfMessage} @@ asked.query limit 1) held)
    (select held.id from held ${query.meant('held.id', lead)} ${query.nearest('held.id')})
    union all select null where (select count(*) from near) < ${rows}`
}

/** The conversations where the reader can read messages in this ID range. */
const reachingInto = ({ channels }: Scope, conversations: readonly ConversationId[], stretch: number) =>
  conversations.filter((conversation) => {
    const reach = channels.get(conversation)
    // direct conversations are read as a whole
    if (reach === undefined || reach === 'all') return true
    const [low, high] = [stretch * 2 ** stretchBits, (stretch + 1) * 2 ** stretchBits]
    return reach.some(([from, below]) => from < high && (below ?? beyondEveryId) > low)
  })

/**
 * Queries the index one ID range at a time. The words come from a subquery: a planner that knew how many messages
 * contain them might read all of these rows instead of the index. ID range, conversations, sender, and words are
 * separate conditions: the index skips from a hit of one to the next hit of another; for a single combined condition it
 * would read the whole list of the rarest word, however small the range.
 */
export function steppedSearch(query: SideQuery, { stretches, conversations }: SearchSteps): string {
  const { narrow, params, side } = query
  const lead = searchLead(query)
  const org = narrow.reader.org.id
  const looked = stretches[side.direction].flatMap((stretch) => {
    const places = conversations && reachingInto(narrow.scope, conversations, stretch)
    const place = places?.map((one) => `'#c${one}'`).join(' | ')
    return place === '' ? [] : [{ mark: `'#o${org}b${stretch}'`, place }]
  })
  const sender = leadOf(narrow, 'sender')
  const conditions = [
    'w.words @@ asked.mark',
    ...(conversations ? ['w.words @@ asked.place'] : []),
    ...(sender ? [`w.words @@ ${params.add(`'#s${sender.userId}'`)}::tsquery`] : []),
    'w.words @@ asked.query',
    query.bounded('w.message_id'),
  ]
  return `with asked as materialized (
      select mark::tsquery, place::tsquery, ${searchQuery(lead.search, params)} as query
      from unnest(${params.add(looked.map(({ mark }) => mark))}::text[], ${params.add(looked.map(({ place }) => place ?? null))}::text[]) u(mark, place))
    select hit.id from asked cross join lateral (
      select found.id from (
        select w.message_id as id from message_words w
        where ${conditions.join(' and ')}
        order by w.message_id ${query.order} offset 0) found
      ${query.meant('found.id', lead)} ${query.nearest('found.id')}) hit
    ${query.nearest('hit.id')}`
}
