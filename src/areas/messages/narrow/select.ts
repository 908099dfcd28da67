import { compiled, type Tx } from '#platform/db'
import { Params, withinScope } from '../access/scope.ts'
import { newestMessageId } from '../store/messages.ts'
import type { Narrow } from './narrow.ts'
import { type Method, methodsFor, readsInOrder, type Side, sideQuery } from './ways.ts'

/** How many messages to look for below an id, and from an id on. */
export interface Wanted {
  readonly before?: { readonly below: number; readonly limit: number }
  readonly after?: { readonly from: number; readonly limit: number }
}

export interface Found {
  /** Descending. */
  readonly before: readonly number[]
  /** Ascending. */
  readonly after: readonly number[]
}

/** The messages of a narrow that are nearest to an id: one statement, a second where the first way finds too few. */
export async function findMessages(tx: Tx, narrow: Narrow, wanted: Wanted): Promise<Found> {
  const found: Record<Side['direction'], number[]> = { before: [], after: [] }
  let sides: Side[] = []
  if (wanted.before && wanted.before.limit > 0)
    sides.push({ direction: 'before', bound: wanted.before.below, limit: wanted.before.limit })
  if (wanted.after && wanted.after.limit > 0)
    sides.push({ direction: 'after', bound: wanted.after.from, limit: wanted.after.limit })
  if (isEmpty(narrow)) return found
  const methods = methodsFor(narrow)
  const newest = methods.includes('recentSearch') ? await newestMessageId(tx, narrow.reader.org.id) : 0
  for (const method of methods) {
    if (sides.length === 0) break
    for (const { direction } of sides) found[direction] = []
    for (const { direction, id } of await run(tx, narrow, method, sides, newest)) found[direction].push(id)
    sides = sides.filter(({ direction, limit }) => found[direction].length < limit)
  }
  return { before: found.before.sort((a, b) => b - a), after: found.after.sort((a, b) => a - b) }
}

const isEmpty = ({ scope }: Narrow): boolean => scope.channels.size === 0 && !scope.directs

async function run(
  tx: Tx,
  narrow: Narrow,
  method: Method,
  sides: readonly Side[],
  newest: number,
): Promise<{ direction: Side['direction']; id: number }[]> {
  const params = new Params()
  const inOrder = readsInOrder(method)
  const parts = sides.map(
    (side) =>
      `select '${side.direction}' as direction, x.id from (${sideQuery(narrow, method, side, params, newest)}) x`,
  )
  if (inOrder) {
    // older servers give what is turned off a price so high that they would compile the statement
    await compiled(tx, `select ${planning('off')}, set_config('jit', 'off', true)`, [])
    parts.push(`select '', 0 where (${planning('on')}) is null`)
  }
  const [found] = await compiled<{ list: [Side['direction'] | '', number][] | null }>(
    tx,
    // perf: one JSON text instead of thousands of rows
    `select json_agg(json_build_array(y.direction, y.id)) as list from (${parts.join('\nunion all\n')}) y`,
    params.values,
  )
  return (found?.list ?? []).map(([direction, id]) => ({ direction: direction as Side['direction'], id }))
}

/**
 * perf: whether the planner may think of reading all that there is and sorting it. It would, where it believes that
 * there is little: without statistics, and with them too, since it does not know how wide a range of ids is; a hundred
 * messages of a million would take half a second. The statement that this is turned off for turns it on again for
 * those after it, in a part that answers nothing.
 */
const planning = (value: 'on' | 'off'): string =>
  ['enable_sort', 'enable_incremental_sort', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin']
    .map((name) => `set_config('${name}', '${value}', true)`)
    .join(' || ')

/** Those of some messages that belong to a narrow, ascending. */
export async function matchingMessages(tx: Tx, narrow: Narrow, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || isEmpty(narrow)) return []
  const params = new Params()
  const conditions = narrow.conditions.map(({ sql }) => ` and ${sql(params)}`).join('')
  const rows = await compiled<{ id: number }>(
    tx,
    `select m.id from message m where m.org_id = ${params.add(narrow.reader.org.id)}
     and m.id = any(${params.add(ids)}::bigint[]) and ${withinScope(narrow.scope, params)}${conditions} order by m.id`,
    params.values,
  )
  return rows.map(({ id }) => id)
}

/** The narrow's first message at or after a time, counting on ids that grow with time. */
export async function firstSince(tx: Tx, narrow: Narrow, time: Date): Promise<number | undefined> {
  const [row] = await compiled<{ id: number }>(
    tx,
    // halves the ids in question until one is left: everything below lo is older, everything from hi on is not
    `with recursive halving(lo, hi) as (
       select 0::bigint, coalesce((select max(id) from message where org_id = $1), 0) + 1
       union all
       select case when p.sent_at < $2 then p.id + 1 else lo end, case when p.sent_at < $2 then hi else (lo + hi) / 2 end
       from halving left join lateral (
         select m.id, m.sent_at from message m where m.org_id = $1 and m.id >= (lo + hi) / 2 and m.id < hi
         order by m.id limit 1) p on true
       where lo < hi)
     select lo as id from halving where lo >= hi`,
    [narrow.reader.org.id, time],
  )
  const from = row?.id ?? 0
  return (await findMessages(tx, narrow, { after: { from, limit: 1 } })).after[0]
}
