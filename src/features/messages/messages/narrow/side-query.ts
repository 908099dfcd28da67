import { type Params, withinScope } from '../access/scope.ts'
import type { Lead } from './criteria.ts'
import type { Narrow } from './narrow.ts'

export interface Side {
  readonly direction: 'before' | 'after'
  /** Before: IDs below this one; after: IDs from this one on. */
  readonly bound: number
  readonly limit: number
}

export const leadOf = <B extends Lead['by']>(narrow: Narrow, by: B): Extract<Lead, { by: B }> | undefined =>
  narrow.conditions.find(({ lead }) => lead?.by === by)?.lead as Extract<Lead, { by: B }> | undefined

/** Leading columns of an index that ends in the message ID, with their values. */
export type Path = readonly (readonly [column: string, value: string])[]

/** A limit for subqueries that are read in order until enough is found. */
export const everyOne = '2147483647'

export class SideQuery {
  readonly narrow: Narrow
  readonly side: Side
  readonly params: Params
  readonly order: 'asc' | 'desc'
  readonly limit: string
  readonly bound: string

  constructor(narrow: Narrow, side: Side, params: Params) {
    this.narrow = narrow
    this.side = side
    this.params = params
    this.order = side.direction === 'before' ? 'desc' : 'asc'
    this.limit = params.add(side.limit)
    this.bound = `${params.add(side.bound)}::bigint`
  }

  /** Leaves out conditions that the access path implies: repeating them would mislead the planner's estimates. */
  conditions(...led: (Lead | undefined)[]): string {
    const { conditions } = this.narrow
    return conditions.map(({ sql, lead }) => (lead && led.includes(lead) ? '' : ` and ${sql(this.params)}`)).join('')
  }

  within(): string {
    return withinScope(this.narrow.scope, this.params)
  }

  user(): string {
    return `${this.params.add(this.narrow.reader.viewer.id)}::bigint`
  }

  organization(): string {
    return `${this.params.add(this.narrow.reader.org.id)}::bigint`
  }

  get isBefore(): boolean {
    return this.side.direction === 'before'
  }

  bounded(column: string): string {
    return `${column} ${this.isBefore ? '<' : '>='} ${this.bound}`
  }

  nearest(column: string): string {
    return `order by ${column} ${this.order} limit ${this.limit}`
  }

  /**
   * IDs of a range, read in order through the index of a path, up to the limit. Two things force this plan in every
   * planner version, whatever the statistics: the first column is compared with a list (of one), so that only an index
   * starting with it has the requested order; and the limit is a subquery, so that planners expect to need a tenth of
   * the rows, for which sorting all of them never pays.
   */
  inOrder(path: Path, id: string, from: string, below: string, limit = this.limit): { where: string; end: string } {
    const low = this.isBefore ? from : `greatest(${from}, ${this.bound})`
    const high = this.isBefore ? `least(${below}, ${this.bound})` : below
    const fixed = path.map(([column, value], index) =>
      index === 0 ? `${column} = any(array[${value}])` : `${column} = ${value}`,
    )
    return {
      where: `${fixed.join(' and ')} and ${id} >= ${low} and ${id} < ${high}`,
      end: `order by ${path[0]?.[0]} ${this.order}, ${id} ${this.order} limit (select ${limit}::bigint)`,
    }
  }

  /** Checks a single message by ID; the lateral join keeps the planner to one lookup per ID. */
  meant(id: string, ...led: (Lead | undefined)[]): string {
    return `cross join lateral (
      select 1 from message m where m.id = ${id} and ${this.within()}${this.conditions(...led)} limit 1) meant`
  }
}
