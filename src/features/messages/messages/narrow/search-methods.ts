import type { UserId } from '#contract'
import { policies } from '../../../channels/user-topics/api.ts'
import { beyondEveryId, type Params, scopeRows } from '../access/scope.ts'
import { type Lead, mentionCondition } from './criteria.ts'
import type { Narrow } from './narrow.ts'
import { everyOne, leadOf, type Path, type Side, SideQuery } from './side-query.ts'
import { nearbySearch, type SearchSteps, steppedSearch } from './text-search.ts'

/** An access path to a narrow's messages whose cost depends on the results, not on the amount of history. */
export type Method = Lead['by'] | 'ranges' | 'window' | 'nearbySearch'

/** Read fewer conversations than this one by one in one step. */
const fewConversations = 8
/** Direct conversations count as this many: only the database knows their number. */
const manyConversations = 100
/** Rows of the organization's history to scan per wanted message. */
const windowFactor = 3
const windowLeast = 200

/** The methods to try in order; the last one finds everything. */
export function methodsFor(narrow: Narrow): Method[] {
  const { channels, directs } = narrow.scope
  const isOne = channels.size + (directs ? 1 : 0) === 1
  const isTopic = isOne && leadOf(narrow, 'topic') !== undefined
  for (const by of ['id', 'flag', 'mention', 'unread'] as const) if (leadOf(narrow, by)) return [by]
  const search = leadOf(narrow, 'search')?.search
  if (search?.isPositive) return search.isNarrow && !isTopic ? ['search'] : ['nearbySearch', 'search']
  if (search?.wanted.some(({ part, negated }) => part && !negated)) return ['nearbySearch']
  if (leadOf(narrow, 'followed')) return ['followed']
  if (leadOf(narrow, 'reaction') && !isOne) return ['reaction']
  const isRare = narrow.conditions.some(({ lead }) => lead !== undefined)
  return isRare || channels.size < fewConversations ? ['ranges'] : ['window', 'ranges']
}

/** Selects the `id` nearest to the bound; ranges and windows add `conversation_id` and `version` (`xmin`). */
export function sideQuery(narrow: Narrow, method: Method, side: Side, params: Params, steps: SearchSteps): string {
  return new Ways(narrow, side, params).by(method, steps)
}

const placed = 'm.id, m.conversation_id, m.xmin as version'

class Ways extends SideQuery {
  by(method: Method, steps: SearchSteps): string {
    switch (method) {
      case 'id':
        return this.#byId()
      case 'flag': {
        const lead = leadOf(this.narrow, 'flag') as Extract<Lead, { by: 'flag' }>
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
      case 'nearbySearch':
        return nearbySearch(this, steps)
      case 'search':
        return steppedSearch(this, steps)
      case 'window':
        return this.#window()
      default:
        return this.#ranges(() => this.conditions(...this.#paved()))
    }
  }

  #byId(): string {
    const lead = leadOf(this.narrow, 'id') as Extract<Lead, { by: 'id' }>
    return `select m.id from message m where m.org_id = ${this.organization()} and m.id = ${this.params.add(lead.id)}
      and ${this.bounded('m.id')} and ${this.within()}${this.conditions(lead)} limit ${this.limit}`
  }

  /**
   * The nearest messages of each conversation, and the nearest of these: one index lookup per conversation. perf: with
   * many conversations, a few messages of each first give a bound for the wanted ones; 100 messages of 500
   * conversations take 15 ms this way, and 180 ms when reading 100 of each.
   */
  #ranges(more: () => string): string {
    const { channels, directs } = this.narrow.scope
    const count = channels.size + (directs ? manyConversations : 0)
    if (count < fewConversations) {
      const { where, end } = this.inOrder(this.path(), 'm.id', 's.lo', 's.hi')
      return `select x.* from (${scopeRows(this.narrow.scope, this.params)}) s
        cross join lateral (select ${placed} from message m where ${where}${more()} ${end}) x
        ${this.nearest('x.id')}`
    }
    const few = this.params.add(Math.ceil((2 * this.side.limit) / count) + 1)
    const first = this.inOrder(this.path(), 'm.id', 's.lo', 's.hi', few)
    const ends = this.isBefore ? ['greatest(s.lo, e.id)', 's.hi'] : ['s.lo', 'least(s.hi, e.id + 1)']
    const second = this.inOrder(this.path(), 'm.id', ends[0] as string, ends[1] as string)
    const edge = this.isBefore ? ['min(id)', '0'] : ['max(id)', String(beyondEveryId)]
    return `with s as materialized (${scopeRows(this.narrow.scope, this.params)}),
      near as materialized (
        select x.id from s cross join lateral (select m.id from message m where ${first.where}${more()} ${first.end}) x
        ${this.nearest('x.id')}),
      edge as materialized (
        select case when count(*) < ${this.limit} then ${edge[1]}::bigint else ${edge[0]} end as id from near)
      select x.* from s cross join edge e
      cross join lateral (select ${placed} from message m where ${second.where}${more()} ${second.end}) x
      ${this.nearest('x.id')}`
  }

  path(): Path {
    const conversation = ['m.conversation_id', 's.c'] as const
    const topic = leadOf(this.narrow, 'topic')
    if (topic) return [conversation, ['lower(m.topic)', `lower(${this.params.add(topic.topic)}::text)`]]
    const sender = leadOf(this.narrow, 'sender')
    return sender ? [conversation, ['m.sender_id', `${this.params.add(sender.userId)}::bigint`]] : [conversation]
  }

  #paved(): (Lead | undefined)[] {
    return [leadOf(this.narrow, 'topic') ?? leadOf(this.narrow, 'sender')]
  }

  /** The organization's nearest messages: enough if the reader can read much of them. */
  #window(): string {
    const rows = this.params.add(this.side.limit * windowFactor + windowLeast)
    const { where, end } = this.inOrder(
      [['m.org_id', this.organization()]],
      'm.id',
      '0::bigint',
      String(beyondEveryId),
      rows,
    )
    // perf: in index order, so that the first ones are enough
    return `select m.id, m.conversation_id, m.version from (
        select m.*, m.xmin as version from message m where ${where} ${end}) m
      where ${this.within()}${this.conditions()} order by m.org_id ${this.order}, m.id ${this.order} limit ${this.limit}`
  }

  #flagged(userId: UserId, condition: string, lead: Lead): string {
    const path: Path = [['f.user_id', `${this.params.add(userId)}::bigint`]]
    const { where, end } = this.inOrder(path, 'f.message_id', '0::bigint', String(beyondEveryId), everyOne)
    return `select f.message_id as id from (
        select f.user_id, f.message_id from message_flag f where (${condition}) and ${where} ${end}) f
      ${this.meant('f.message_id', lead)}
      order by f.user_id ${this.order}, f.message_id ${this.order} limit ${this.limit}`
  }

  /** Mentioned by a flag row, or by a channel wildcard. */
  #mentioning(): string {
    const lead = leadOf(this.narrow, 'mention') as Lead
    const flagged = this.#flagged(this.narrow.reader.viewer.id, mentionCondition, lead)
    const everyone = this.#ranges(() => ` and m.channel_wildcard${this.conditions(...this.#paved())}`)
    return `select m.id from ((${flagged}) union (select e.id from (${everyone}) e)) m
      ${this.nearest('m.id')}`
  }

  /** Only the gaps between read ranges. */
  #unread(): string {
    const lead = leadOf(this.narrow, 'unread') as Lead
    const user = this.user()
    const { where, end } = this.inOrder(this.path(), 'm.id', 'lower(gap)', 'upper(gap)')
    return `select x.id from (${scopeRows(this.narrow.scope, this.params)}) s
      left join read_state r on r.user_id = ${user} and r.conversation_id = s.c
      cross join lateral unnest(int8multirange(int8range(s.lo, s.hi)) - coalesce(r.read, '{}')) gap
      cross join lateral (
        select m.id from message m where ${where} and not (m.sender_id = ${user} and m.sender_read)${this.conditions(lead, ...this.#paved())}
        ${end}) x
      where ${this.isBefore ? `lower(gap) < ${this.bound}` : `upper(gap) > ${this.bound}`} ${this.nearest('x.id')}`
  }

  #followed(): string {
    const path: Path = [
      ['m.conversation_id', 's.c'],
      ['lower(m.topic)', 'lower(t.topic)'],
    ]
    const { where, end } = this.inOrder(path, 'm.id', 's.lo', 's.hi')
    return `select x.id from user_topic t join channel ch on ch.id = t.channel_id
      join (${scopeRows(this.narrow.scope, this.params)}) s on s.c = ch.conversation_id
      cross join lateral (
        select m.id from message m where ${where}${this.conditions(leadOf(this.narrow, 'followed'))} ${end}) x
      where t.user_id = ${this.user()} and t.policy = ${policies.followed} ${this.nearest('x.id')}`
  }

  /** By the first reaction to each message. */
  #reacted(): string {
    const path: Path = [['r.org_id', this.organization()]]
    const { where, end } = this.inOrder(path, 'r.message_id', '0::bigint', String(beyondEveryId), everyOne)
    return `select r.message_id as id from (
        select r.org_id, r.message_id from reaction r where ${where}
          and not exists (select 1 from reaction e where e.message_id = r.message_id and e.id < r.id offset 0)
        ${end}) r
      ${this.meant('r.message_id', leadOf(this.narrow, 'reaction'))}
      order by r.org_id ${this.order}, r.message_id ${this.order} limit ${this.limit}`
  }
}
