import type { ConversationId, MessageId } from '#contract'
import { raw, runBefore, type Tx } from '#platform/db'
import { beyondEveryId, directConversations, Params, type Scope, withinScope } from '../access/scope.ts'
import { newestMessageId } from '../store/messages.ts'
import { missingWords } from '../store/search-words.ts'
import type { Narrow } from './narrow.ts'
import { type Method, methodsFor, sideQuery } from './search-methods.ts'
import type { SearchText } from './search-terms.ts'
import { leadOf, type Side } from './side-query.ts'
import { maxMarked, nextScan, noSteps, type SearchSteps, scansFor, stretchSteps } from './text-search.ts'

export interface Wanted {
  readonly before?: { readonly below: number; readonly limit: number }
  readonly after?: { readonly from: number; readonly limit: number }
}

export interface Found {
  /** Descending. */
  readonly before: readonly MessageId[]
  /** Ascending. */
  readonly after: readonly MessageId[]
  /** Where not all messages were searched: some aren't indexed yet, or they were too many to scan. */
  readonly partial: readonly Side['direction'][]
}

/** The messages of a narrow nearest to an ID: one statement, more if the first method finds too few. */
export async function findMessages(tx: Tx, narrow: Narrow, wanted: Wanted): Promise<Found> {
  const found: FoundIds = { before: [], after: [] }
  let sides = sidesOf(wanted)
  if (isEmpty(narrow)) return { ...found, partial: [] }
  let partial: Side['direction'][] = []
  for (const method of methodsFor(narrow)) {
    if (sides.length === 0) break
    if (method === 'search') {
      partial = await searchInSteps(tx, narrow, sides, found)
      break
    }
    const search = method === 'nearbySearch' ? leadOf(narrow, 'search')?.search : undefined
    sides = search ? await scan(tx, narrow, search, sides, found) : await find(tx, narrow, method, sides, found)
    partial = search ? sides.map(({ direction }) => direction) : []
  }
  return { before: found.before.sort((a, b) => b - a), after: found.after.sort((a, b) => a - b), partial }
}

type FoundIds = Record<Side['direction'], MessageId[]>

/** Replaces what was found on the sides; returns those that need more. */
async function find(
  tx: Tx,
  narrow: Narrow,
  method: Method,
  sides: readonly Side[],
  found: FoundIds,
  steps = noSteps,
): Promise<Side[]> {
  for (const { direction } of sides) found[direction] = []
  const complete = new Set<Side['direction']>()
  for (const { direction, id } of await run(tx, narrow, method, sides, steps))
    if (id === null) complete.add(direction)
    else found[direction].push(id)
  return sides.filter(({ direction, limit }) => found[direction].length < limit && !complete.has(direction))
}

/** Scans more and more of the nearest messages, until that's enough or the index is faster. */
async function scan(
  tx: Tx,
  narrow: Narrow,
  search: SearchText,
  wanted: readonly Side[],
  found: FoundIds,
): Promise<Side[]> {
  const { first, most } = scansFor(search)
  let sides = [...wanted]
  let count: number | undefined = first
  while (count !== undefined) {
    sides = await find(tx, narrow, 'nearbySearch', sides, found, { ...noSteps, scan: count })
    if (sides.length === 0) break
    const share = Math.min(...sides.map(({ direction, limit }) => found[direction].length / limit))
    const next: number | undefined = nextScan(search, count, share)
    // the newest messages may not be indexed yet
    count = next ?? (count < most && !(await isIndexed(tx, narrow)) ? most : undefined)
  }
  return sides
}

const isIndexed = async (tx: Tx, { reader }: Narrow): Promise<boolean> =>
  (await missingWords(tx, reader.org.id, 'taken')).length === 0

export function sidesOf({ before, after }: Wanted): Side[] {
  const sides: Side[] = []
  if (before && before.limit > 0) sides.push({ direction: 'before', bound: before.below, limit: before.limit })
  if (after && after.limit > 0) sides.push({ direction: 'after', bound: after.from, limit: after.limit })
  return sides
}

export const isEmpty = ({ scope }: Narrow): boolean => scope.channels.size === 0 && !scope.directs

/** Goes further from the bounds until there's enough; returns the sides where messages aren't indexed. */
async function searchInSteps(
  tx: Tx,
  narrow: Narrow,
  wanted: readonly Side[],
  found: FoundIds,
): Promise<Side['direction'][]> {
  for (const { direction } of wanted) found[direction] = []
  const newest = await newestMessageId(tx, narrow.reader.org.id)
  const conversations = await fewConversations(tx, narrow.scope, maxMarked)
  const under = wanted.map((side) => ({ side, steps: stretchSteps(side.direction, side.bound, newest) }))
  for (;;) {
    const sides: Side[] = []
    const stretches: Record<Side['direction'], readonly number[]> = { before: [], after: [] }
    for (const { side, steps } of under) {
      const missing = side.limit - found[side.direction].length
      const step = missing > 0 ? steps.next() : undefined
      if (!step || step.done) continue
      stretches[side.direction] = step.value
      sides.push({ ...side, limit: missing })
    }
    if (sides.length === 0) break
    for (const { direction, id } of await run(tx, narrow, 'search', sides, { ...noSteps, stretches, conversations }))
      if (id !== null) found[direction].push(id)
  }
  const unfilled = wanted.filter(({ direction, limit }) => found[direction].length < limit)
  if (unfilled.length === 0) return []
  const gaps = await missingWords(tx, narrow.reader.org.id, 'taken')
  if (looksUpWords(narrow)) gaps.push(...(await missingWords(tx, narrow.reader.org.id, 'listed')))
  return unfilled.flatMap(({ direction, bound }) =>
    gaps.some(({ from, below }) => (direction === 'before' ? from < bound : below > bound)) ? [direction] : [],
  )
}

/** Required parts and fuzzy matches need the word list. */
const looksUpWords = ({ searches }: Narrow): boolean =>
  searches.some(({ wanted }) => wanted.some(({ part, near, negated }) => (part || near) && !negated))

/** The IDs of a scope's conversations, if they are few. */
async function fewConversations(tx: Tx, scope: Scope, most: number): Promise<ConversationId[] | undefined> {
  if (scope.channels.size > most) return
  const params = new Params()
  const direct = scope.directs
    ? await raw<{ conversation_id: ConversationId }>(
        tx,
        `${directConversations(scope, params)} limit ${params.add(most + 1 - scope.channels.size)}`,
        params.values,
      )
    : []
  const ids = [...scope.channels.keys(), ...direct.map(({ conversation_id }) => conversation_id)]
  return ids.length > most ? undefined : ids
}

async function run(
  tx: Tx,
  narrow: Narrow,
  method: Method,
  sides: readonly Side[],
  steps: SearchSteps,
): Promise<{ direction: Side['direction']; id: MessageId | null }[]> {
  const params = new Params()
  const parts = sides.map(
    (side) =>
      `select '${side.direction}' as direction, x.id from (${sideQuery(narrow, method, side, params, steps)}) x`,
  )
  if (method !== 'search') {
    runBefore(tx, `select ${planning('off')}`)
    parts.push(`select '', 0 where (${planning('on')}) is null`)
  }
  const [found] = await raw<{ list: [Side['direction'], MessageId | null][] | null }>(
    tx,
    // perf: one JSON text instead of thousands of rows
    `select json_agg(json_build_array(y.direction, y.id)) as list from (${parts.join('\nunion all\n')}) y`,
    params.values,
  )
  return (found?.list ?? []).map(([direction, id]) => ({ direction, id }))
}

/**
 * perf: whether the planner may read a whole ID range and sort it. It would if it estimates few rows, because it can't
 * know how wide a range is. Nothing else depends on a setting; the statement alone determines how tables are joined,
 * see the decision on plans. A statement that turns this off turns it on again for later ones, in a part that returns
 * no rows.
 */
export const planning = (value: 'on' | 'off'): string =>
  ['enable_sort', 'enable_incremental_sort', 'enable_bitmapscan']
    .map((name) => `set_config('${name}', '${value}', true)`)
    .join(' || ')

/** True if the narrow's search can never match, even once indexing has finished. */
export async function hasNoMatches(tx: Tx, narrow: Narrow): Promise<boolean> {
  const { before, partial } = await findMessages(tx, narrow, { before: { below: beyondEveryId, limit: 1 } })
  return before.length === 0 && partial.length === 0
}

/** Those of the messages that match the narrow, ascending. */
export async function matchingMessages(tx: Tx, narrow: Narrow, ids: readonly MessageId[]): Promise<MessageId[]> {
  if (ids.length === 0 || isEmpty(narrow)) return []
  const params = new Params()
  const rows = await raw<{ id: MessageId }>(
    tx,
    `select m.id from message m where ${isAmong(narrow, ids, params)} order by m.id`,
    params.values,
  )
  return rows.map(({ id }) => id)
}

export const isAmong = (narrow: Narrow, ids: readonly MessageId[], params: Params): string =>
  `m.org_id = ${params.add(narrow.reader.org.id)} and m.id = any(${params.add(ids)}::bigint[])
   and ${[withinScope(narrow.scope, params), ...narrow.conditions.map(({ sql }) => sql(params))].join(' and ')}`

/** The narrow's first message at or after a time, assuming that IDs grow with time. */
export async function firstSince(tx: Tx, narrow: Narrow, time: Date): Promise<MessageId | undefined> {
  const [row] = await raw<{ id: MessageId }>(
    tx,
    // perf: binary search by ID: everything below lo is older, everything from hi on is not
    `with recursive halving(lo, hi) as (
       select 0::bigint, coalesce((select max(id) from message where org_id = $1), 0) + 1
       union all
       select case when p.sent_at < $2 then p.id + 1 else lo end, case when p.sent_at < $2 then hi else (lo + hi) / 2 end
       from halving left join lateral (
         select m.id, m.sent_at from message m
         where m.org_id = any(array[$1::bigint]) and m.id >= (lo + hi) / 2 and m.id < hi
         order by m.org_id, m.id limit 1) p on true
       where lo < hi)
     select lo as id from halving where lo >= hi`,
    [narrow.reader.org.id, time],
  )
  const from = row?.id ?? 0
  return (await findMessages(tx, narrow, { after: { from, limit: 1 } })).after[0]
}
