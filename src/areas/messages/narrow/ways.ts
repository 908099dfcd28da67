import { policies } from '../../user-topics/api.ts'
import { beyondEveryId, type Params, scopeRows, withinScope } from '../access/scope.ts'
import { type Lead, mentionCondition } from './criteria.ts'
import type { Narrow } from './narrow.ts'
import { searchQuery } from './search.ts'

/** One direction to look from an id. */
export interface Side {
  readonly direction: 'before' | 'after'
  /** Before: ids below this one; after: ids from this one on. */
  readonly bound: number
  readonly limit: number
}

/** A way to a narrow's messages whose cost follows what it finds, not how much history there is. */
export type Method = Lead['by'] | 'ranges' | 'window' | 'newestSearch' | 'recentSearch'

/** Fewer conversations than this are read one by one at once. */
const fewConversations = 8
/** Direct conversations count for so many: how many there are, the database knows. */
const manyConversations = 100
/** Messages that a search reads before it asks the index. */
const mostReadInSearch = 2_500
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
  const search = leadOf(narrow, 'search')?.search
  if (search?.isPositive && !(isOne && leadOf(narrow, 'topic')))
    return search.isNarrow && !isOne ? ['recentSearch', 'search'] : ['newestSearch', 'recentSearch', 'search']
  if (leadOf(narrow, 'followed')) return ['followed']
  if (leadOf(narrow, 'reaction') && !isOne) return ['reaction']
  const isRare = narrow.conditions.some(({ lead }) => lead !== undefined)
  return isRare || channels.size < fewConversations ? ['ranges'] : ['window', 'ranges']
}

/** Ways that read an index in order; the others take everything that an index names. */
export const readsInOrder = (method: Method): boolean => method !== 'recentSearch' && method !== 'search'

/** A statement of one column, `id`: the messages nearest to the side's bound. */
export function sideQuery(narrow: Narrow, method: Method, side: Side, params: Params, newest: number): string {
  return new SideQuery(narrow, side, params).by(method, newest)
}

/** Leading columns of an index that ends in the message's id, with the values looked for. */
type Path = readonly (readonly [column: string, value: string])[]

class SideQuery {
  readonly #narrow: Narrow
  readonly #side: Side
  readonly #params: Params
  readonly #order: 'asc' | 'desc'
  readonly #limit: string
  readonly #bound: string

  constructor(narrow: Narrow, side: Side, params: Params) {
    this.#narrow = narrow
    this.#side = side
    this.#params = params
    this.#order = side.direction === 'before' ? 'desc' : 'asc'
    this.#limit = params.add(side.limit)
    this.#bound = `${params.add(side.bound)}::bigint`
  }

  by(method: Method, newest: number): string {
    switch (method) {
      case 'id':
        return this.#byId()
      case 'flag': {
        const lead = leadOf(this.#narrow, 'flag') as Extract<Lead, { by: 'flag' }>
        return this.#flagged(lead.userId, lead.condition, lead)
      }
      case 'mention':
        return this.#mentioning()
      case 'unread':
        return this.#unread()
      case 'followed':
        return this.#followed()
      case 'reaction':
        return this.#reacted()
      case 'newestSearch':
        return this.#searchedNearby()
      case 'recentSearch':
        return this.#searched(stretches(this.#side, newest))
      case 'search':
        return this.#searched(undefined)
      case 'window':
        return this.#window()
      default:
        return this.#ranges(() => this.#conditions(...this.#paved()))
    }
  }

  /** What a way brings about by itself is not asked again: it would mislead the planner's guesses. */
  #conditions(...led: (Lead | undefined)[]): string {
    const { conditions } = this.#narrow
    return conditions.map(({ sql, lead }) => (lead && led.includes(lead) ? '' : ` and ${sql(this.#params)}`)).join('')
  }

  #within(): string {
    return withinScope(this.#narrow.scope, this.#params)
  }

  #user(): string {
    return `${this.#params.add(this.#narrow.reader.viewer.id)}::bigint`
  }

  #organization(): string {
    return `${this.#params.add(this.#narrow.reader.org.id)}::bigint`
  }

  get #isBefore(): boolean {
    return this.#side.direction === 'before'
  }

  #bounded(column: string): string {
    return `${column} ${this.#isBefore ? '<' : '>='} ${this.#bound}`
  }

  #nearest(column: string): string {
    return `order by ${column} ${this.#order} limit ${this.#limit}`
  }

  /** Ids in a range, read in order through an index, and no more than are wanted. */
  #inOrder(path: Path, id: string, from: string, below: string, limit = this.#limit): { where: string; end: string } {
    const low = this.#isBefore ? from : `greatest(${from}, ${this.#bound})`
    const high = this.#isBefore ? `least(${below}, ${this.#bound})` : below
    const fixed = path.map(([column, value]) => `${column} = ${value} and `).join('')
    return {
      where: `${fixed}${id} >= ${low} and ${id} < ${high}`,
      end: `order by ${id} ${this.#order} limit ${limit}`,
    }
  }

  #byId(): string {
    const lead = leadOf(this.#narrow, 'id') as Extract<Lead, { by: 'id' }>
    return `select m.id from message m where m.org_id = ${this.#organization()} and m.id = ${this.#params.add(lead.id)}
      and ${this.#bounded('m.id')} and ${this.#within()}${this.#conditions(lead)} limit ${this.#limit}`
  }

  /**
   * The nearest of each conversation, of these the nearest: every conversation costs a look into an index.
   * perf: among many conversations a few of each say first how near the wanted ones are at least; 100 among 500
   * conversations take 15 ms so, and 180 ms when each is asked for 100.
   */
  #ranges(more: () => string): string {
    const { channels, directs } = this.#narrow.scope
    const count = channels.size + (directs ? manyConversations : 0)
    if (count < fewConversations) {
      const { where, end } = this.#inOrder(this.#path(), 'm.id', 's.lo', 's.hi')
      return `select x.id from (${scopeRows(this.#narrow.scope, this.#params)}) s
        cross join lateral (select m.id from message m where ${where}${more()} ${end}) x
        ${this.#nearest('x.id')}`
    }
    const few = this.#params.add(Math.ceil((2 * this.#side.limit) / count) + 1)
    const first = this.#inOrder(this.#path(), 'm.id', 's.lo', 's.hi', few)
    const ends = this.#isBefore ? ['greatest(s.lo, e.id)', 's.hi'] : ['s.lo', 'least(s.hi, e.id + 1)']
    const second = this.#inOrder(this.#path(), 'm.id', ends[0] as string, ends[1] as string)
    const edge = this.#isBefore ? ['min(id)', '0'] : ['max(id)', String(beyondEveryId)]
    return `with s as materialized (${scopeRows(this.#narrow.scope, this.#params)}),
      near as materialized (
        select x.id from s cross join lateral (select m.id from message m where ${first.where}${more()} ${first.end}) x
        ${this.#nearest('x.id')}),
      edge as materialized (
        select case when count(*) < ${this.#limit} then ${edge[1]}::bigint else ${edge[0]} end as id from near)
      select x.id from s cross join edge e
      cross join lateral (select m.id from message m where ${second.where}${more()} ${second.end}) x
      ${this.#nearest('x.id')}`
  }

  #path(): Path {
    const conversation = ['m.conversation_id', 's.c'] as const
    const topic = leadOf(this.#narrow, 'topic')
    if (topic) return [conversation, ['lower(m.topic)', `lower(${this.#params.add(topic.topic)}::text)`]]
    const sender = leadOf(this.#narrow, 'sender')
    return sender ? [conversation, ['m.sender_id', `${this.#params.add(sender.userId)}::bigint`]] : [conversation]
  }

  /** The conditions that {@link SideQuery.#path} brings about. */
  #paved(): (Lead | undefined)[] {
    return [leadOf(this.#narrow, 'topic') ?? leadOf(this.#narrow, 'sender')]
  }

  /** The nearest of the organization's messages: enough where the reader reads much of what is written. */
  #window(): string {
    const rows = this.#params.add(this.#side.limit * windowFactor + windowLeast)
    const { where, end } = this.#inOrder(
      [['m.org_id', this.#organization()]],
      'm.id',
      '0::bigint',
      String(beyondEveryId),
      rows,
    )
    return `select m.id from (
        select * from message m where ${where} ${end}) m
      where ${this.#within()}${this.#conditions()} ${this.#nearest('m.id')}`
  }

  #flagged(userId: number, condition: string, lead: Lead): string {
    const path: Path = [['f.user_id', `${this.#params.add(userId)}::bigint`]]
    const { where, end } = this.#inOrder(path, 'f.message_id', '0::bigint', String(beyondEveryId))
    return `select m.id from message_flag f join message m on m.id = f.message_id
      where (${condition}) and ${where} and ${this.#within()}${this.#conditions(lead)} ${end}`
  }

  /** Through a row of one's own, or as everybody in the channel. */
  #mentioning(): string {
    const lead = leadOf(this.#narrow, 'mention') as Lead
    const flagged = this.#flagged(this.#narrow.reader.viewer.id, mentionCondition, lead)
    const everybody = this.#ranges(() => ` and m.channel_wildcard${this.#conditions(...this.#paved())}`)
    return `select m.id from ((${flagged}) union (${everybody})) m
      ${this.#nearest('m.id')}`
  }

  /** Only the gaps between what is read. */
  #unread(): string {
    const lead = leadOf(this.#narrow, 'unread') as Lead
    const user = this.#user()
    const { where, end } = this.#inOrder(this.#path(), 'm.id', 'lower(gap)', 'upper(gap)')
    return `select x.id from (${scopeRows(this.#narrow.scope, this.#params)}) s
      left join read_state r on r.user_id = ${user} and r.conversation_id = s.c
      cross join lateral unnest(int8multirange(int8range(s.lo, s.hi)) - coalesce(r.read, '{}')) gap
      cross join lateral (
        select m.id from message m where ${where} and not (m.sender_id = ${user} and m.sender_read)${this.#conditions(lead, ...this.#paved())}
        ${end}) x
      where ${this.#isBefore ? `lower(gap) < ${this.#bound}` : `upper(gap) > ${this.#bound}`} ${this.#nearest('x.id')}`
  }

  #followed(): string {
    const path: Path = [
      ['m.conversation_id', 's.c'],
      ['lower(m.topic)', 'lower(t.topic)'],
    ]
    const { where, end } = this.#inOrder(path, 'm.id', 's.lo', 's.hi')
    return `select x.id from user_topic t join channel ch on ch.id = t.channel_id
      join (${scopeRows(this.#narrow.scope, this.#params)}) s on s.c = ch.conversation_id
      cross join lateral (
        select m.id from message m where ${where}${this.#conditions(leadOf(this.#narrow, 'followed'))} ${end}) x
      where t.user_id = ${this.#user()} and t.policy = ${policies.followed} ${this.#nearest('x.id')}`
  }

  /** By the first reaction to each message. */
  #reacted(): string {
    const path: Path = [['r.org_id', this.#organization()]]
    const { where, end } = this.#inOrder(path, 'r.message_id', '0::bigint', String(beyondEveryId))
    return `select m.id from reaction r join message m on m.id = r.message_id
      where ${where} and not exists (select 1 from reaction e where e.message_id = r.message_id and e.id < r.id)
        and ${this.#within()}${this.#conditions(leadOf(this.#narrow, 'reaction'))} ${end}`
  }

  /**
   * Reads the nearest messages one after the other: a word that every twentieth message holds is found so, for which
   * the index would name tens of thousands.
   */
  #searchedNearby(): string {
    const rows = this.#params.add(Math.min(this.#side.limit * 20, mostReadInSearch))
    const { channels, directs } = this.#narrow.scope
    const [conversation] = channels.keys()
    const isOne = channels.size === 1 && !directs
    const path: Path = isOne
      ? [['m.conversation_id', `${this.#params.add(conversation)}::bigint`]]
      : [['m.org_id', this.#organization()]]
    const { where, end } = this.#inOrder(path, 'm.id', '0::bigint', String(beyondEveryId), rows)
    const lead = leadOf(this.#narrow, 'search') as Extract<Lead, { by: 'search' }>
    return `with near as materialized (select m.id from message m where ${where} ${end})
      select m.id from near join message m on m.id = near.id
      join message_words w on w.org_id = m.org_id and w.message_id = m.id
      where w.words @@ (${searchQuery(lead.search, this.#params)}) and ${this.#within()}${this.#conditions(lead)}
      ${this.#nearest('m.id')}`
  }

  #searched(stretch: readonly number[] | undefined): string {
    const marks = this.#params.add(searchMarks(this.#narrow, stretch))
    const lead = leadOf(this.#narrow, 'search') as Extract<Lead, { by: 'search' }>
    const query = searchQuery(lead.search, this.#params)
    // perf: kept apart, or the limit would tempt the planner to read history in order until enough fits
    return `with found as materialized (
        select w.message_id as id from message_words w
        where w.words @@ ${marks}::tsquery and w.words @@ (${query}) and ${this.#bounded('w.message_id')}),
      hit as materialized (
        select m.id from found join message m on m.id = found.id where ${this.#within()}${this.#conditions(lead)})
      select hit.id from hit ${this.#nearest('hit.id')}`
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
