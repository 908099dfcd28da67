import { type Params, withinScope } from '../access/scope.ts'
import type { Lead } from './criteria.ts'
import type { Narrow } from './narrow.ts'

/** One direction to look from an id. */
export interface Side {
  readonly direction: 'before' | 'after'
  /** Before: ids below this one; after: ids from this one on. */
  readonly bound: number
  readonly limit: number
}

/** The quick way of a kind that a narrow's terms offer. */
export const leadOf = <B extends Lead['by']>(narrow: Narrow, by: B): Extract<Lead, { by: B }> | undefined =>
  narrow.conditions.find(({ lead }) => lead?.by === by)?.lead as Extract<Lead, { by: B }> | undefined

/** Leading columns of an index that ends in the message's id, with the values looked for. */
export type Path = readonly (readonly [column: string, value: string])[]

/** For what is read in order until enough is found. */
export const everyOne = '2147483647'

/** The parts that statements for one side are made of. */
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

  /** What a way brings about by itself is not asked again: it would mislead the planner's guesses. */
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
   * Ids in a range, read in order through the index of a path, and no more than are wanted. Two things leave planners
   * of every version no other choice, whatever they believe of the tables: the first column is one of a list (of one),
   * so that only an index that begins with it has the order that is asked for; and how many are wanted is a question of
   * its own, so that they expect to need a tenth of what there is, for which sorting all of it never pays.
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

  /** One message, looked up by its id, if it is meant; whatever the planner thinks, it is asked for each id alone. */
  meant(id: string, ...led: (Lead | undefined)[]): string {
    return `cross join lateral (
      select 1 from message m where m.id = ${id} and ${this.within()}${this.conditions(...led)} limit 1) meant`
  }
}
