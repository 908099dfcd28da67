import { type Params, scopeRows, withinScope } from '../access/scope.ts'
import { type Lead, mentionCondition, policies } from './criteria.ts'
import type { Narrow } from './narrow.ts'

/** One direction to look from an id. */
export interface Side {
  readonly direction: 'before' | 'after'
  /** Before: ids below this one; after: ids from this one on. */
  readonly bound: number
  readonly limit: number
}

/** A way to a narrow's messages whose cost follows what it finds, not how much history there is. */
export type Method = Lead['by'] | 'ranges' | 'window' | 'recentSearch'

/** Fewer conversations than this are read one by one at once. */
const fewConversations = 8
/** Rows of the organization's history to look through for one message that is wanted. */
const windowFactor = 3
const windowLeast = 200

const leadOf = <B extends Lead['by']>(narrow: Narrow, by: B): Extract<Lead, { by: B }> | undefined =>
  narrow.conditions.find(({ lead }) => lead?.by === by)?.lead as Extract<Lead, { by: B }> | undefined

/** The ways to try in turn; the last one finds everything. */
export function methodsFor(narrow: Narrow): Method[] {
  const { channels, directs } = narrow.scope
  const isOne = channels.size + (directs ? 1 : 0) === 1
  for (const by of ['id', 'flag', 'mention', 'unread'] as const) if (leadOf(narrow, by)) return [by]
  if (leadOf(narrow, 'search')?.search.isPositive && !(isOne && leadOf(narrow, 'topic')))
    return ['recentSearch', 'search']
  if (leadOf(narrow, 'followed')) return ['followed']
  if (leadOf(narrow, 'reaction') && !isOne) return ['reaction']
  const isRare = narrow.conditions.some(({ lead }) => lead !== undefined)
  return isRare || channels.size < fewConversations ? ['ranges'] : ['window', 'ranges']
}

/** A statement of one column, `id`: the messages nearest to the side's bound. */
export function sideQuery(narrow: Narrow, method: Method, side: Side, params: Params, newest: number): string {
  const { reader, scope } = narrow
  const order = side.direction === 'before' ? 'desc' : 'asc'
  const limit = params.add(side.limit)
  const bound = params.add(side.bound)
  const bounded = (column: string) => `${column} ${side.direction === 'before' ? '<' : '>='} ${bound}::bigint`
  const end = (column: string) => `order by ${column} ${order} limit ${limit}`
  // what a way brings about by itself needs no second look
  const conditions = (led?: Lead) =>
    narrow.conditions.map(({ sql, lead }) => (led && lead === led ? '' : ` and ${sql(params)}`)).join('')
  const me = () => params.add(reader.viewer.id)
  const org = () => params.add(reader.org.id)

  switch (method) {
    case 'id': {
      const lead = leadOf(narrow, 'id') as Extract<Lead, { by: 'id' }>
      return `select m.id from message m where m.org_id = ${org()} and m.id = ${params.add(lead.id)}
        and ${bounded('m.id')} and ${withinScope(scope, params)}${conditions(lead)} limit ${limit}`
    }
    case 'flag': {
      const lead = leadOf(narrow, 'flag') as Extract<Lead, { by: 'flag' }>
      return flagged(lead.userId, lead.condition, lead)
    }
    case 'mention': {
      // through a row of one's own, or as everybody in the channel
      const lead = leadOf(narrow, 'mention') as Lead
      return `select id from ((${flagged(reader.viewer.id, mentionCondition, lead)})
        union (${ranges(` and m.channel_wildcard${conditions()}`)})) m ${end('id')}`
    }
    case 'unread': {
      const lead = leadOf(narrow, 'unread') as Lead
      const user = me()
      return `select x.id from (${scopeRows(scope, params)}) s
        left join read_state r on r.user_id = ${user} and r.conversation_id = s.c
        cross join lateral unnest(int8multirange(int8range(s.lo, s.hi)) - coalesce(r.read, '{}')) gap
        cross join lateral (
          select m.id from message m where m.conversation_id = s.c and m.id >= lower(gap) and m.id < upper(gap)
            and ${bounded('m.id')} and not (m.sender_id = ${user} and m.sender_read)${conditions(lead)}
          ${end('m.id')}) x
        where ${side.direction === 'before' ? `lower(gap) < ${bound}::bigint` : `upper(gap) > ${bound}::bigint`}
        ${end('x.id')}`
    }
    case 'followed':
      return `select x.id from user_topic t join channel ch on ch.id = t.channel_id
        join (${scopeRows(scope, params)}) s on s.c = ch.conversation_id
        cross join lateral (
          select m.id from message m where m.conversation_id = s.c and lower(m.topic) = lower(t.topic)
            and m.id >= s.lo and m.id < s.hi and ${bounded('m.id')}${conditions(leadOf(narrow, 'followed'))}
          ${end('m.id')}) x
        where t.user_id = ${me()} and t.policy = ${policies.followed} ${end('x.id')}`
    case 'reaction':
      return `select m.id from reaction r join message m on m.id = r.message_id
        where r.org_id = ${org()} and ${bounded('r.message_id')}
          and not exists (select 1 from reaction e where e.message_id = r.message_id and e.id < r.id)
          and ${withinScope(scope, params)}${conditions(leadOf(narrow, 'reaction'))}
        ${end('r.message_id')}`
    case 'recentSearch':
    case 'search': {
      const marks = params.add(searchMarks(narrow, method === 'recentSearch' ? stretches(side, newest) : undefined))
      // perf: kept apart, or the limit would tempt the planner to read history in order until enough fits
      return `with hit as materialized (
          select m.id from message m where m.search @@ ${marks}::tsquery and ${bounded('m.id')}
            and ${withinScope(scope, params)}${conditions()})
        select id from hit ${end('id')}`
    }
    case 'window':
      return `select m.id from (
          select * from message m where m.org_id = ${org()} and ${bounded('m.id')}
          order by m.id ${order} limit ${params.add(side.limit * windowFactor + windowLeast)}) m
        where ${withinScope(scope, params)}${conditions()} ${end('m.id')}`
    default:
      return ranges(conditions())
  }

  /** The nearest of each conversation, of these the nearest: every conversation costs one look into an index. */
  function ranges(more: string): string {
    return `select x.id from (${scopeRows(scope, params)}) s
      cross join lateral (
        select m.id from message m where m.conversation_id = s.c and m.id >= s.lo and m.id < s.hi
          and ${bounded('m.id')}${more}
        ${end('m.id')}) x
      ${end('x.id')}`
  }

  function flagged(userId: number, condition: string, lead: Lead): string {
    return `select m.id from message_flag f join message m on m.id = f.message_id
      where f.user_id = ${params.add(userId)} and (${condition}) and ${bounded('f.message_id')}
        and ${withinScope(scope, params)}${conditions(lead)}
      ${end('f.message_id')}`
  }
}

/** Stretches of ids that are marked in the index; see the migration that made it. */
const stretchBits = 16

/** The stretch in which a side begins and the next one beyond it. */
function stretches({ direction, bound }: Side, newest: number): [number, number] {
  const size = 2 ** stretchBits
  if (direction === 'after')
    return [Math.floor(Math.min(bound, newest) / size), Math.floor(Math.min(bound, newest) / size) + 1]
  const first = Math.floor(Math.max(Math.min(bound - 1, newest), 0) / size)
  return [first, first - 1]
}

function searchMarks(narrow: Narrow, stretch: readonly number[] | undefined): string {
  const org = narrow.reader.org.id
  const marks = [stretch ? `(${stretch.map((one) => `'#o${org}b${one}'`).join(' | ')})` : `'#o${org}'`]
  const sender = leadOf(narrow, 'sender')
  if (sender) marks.push(`'#s${sender.userId}'`)
  const { channels, directs } = narrow.scope
  const [conversation] = channels.keys()
  if (channels.size === 1 && !directs) marks.push(`'#c${conversation}'`)
  return marks.join(' & ')
}
