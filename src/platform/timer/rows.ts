import { type Row, raw, type Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Workplace } from './due.ts'
import { DueTimes, type DueTimesOptions, type TimedTable } from './times.ts'

/** Those of the tables whose rows have an id too. */
type DueTable = { [T in TimedTable]: Row<T> extends { id: unknown } ? T : never }[TimedTable]

interface DueRowsOptions<T extends DueTable> extends DueTimesOptions<T> {
  /** Each take counts as an attempt, in the table's column `attempts`. */
  readonly countsAttempts?: true
}

/** Rows that were due when a turn began, so many at a time. */
export interface Page {
  readonly now: Date
  readonly size: number
}

/** How rows are leased. */
interface Lease {
  readonly now: Date
  /** When they are due again, unless whoever took them has ended or postponed them by then. */
  readonly until: Date
  /** At a time; all that are due by default. */
  readonly size?: number
}

/**
 * The rows of one table that fall due at times of their own, in all organizations: what is next, what is due, and who
 * takes it. Several processes may ask at once.
 *
 * Rows whose work fits into one act are read (`pages`), and the act that does it ends the row or finds it gone. Rows
 * whose work takes longer are leased (`leased`): taken in one act, ended or postponed in another.
 */
class DueRows<T extends DueTable> extends DueTimes<T> {
  readonly #countsAttempts: boolean
  readonly #takenOver = new WeakMap<Workplace, Promise<void>>()

  constructor(options: DueRowsOptions<T>) {
    super(options)
    this.#countsAttempts = options.countsAttempts ?? false
  }

  /** What is due in one organization, in the order of the times; no row twice, whether it is done meanwhile or not. */
  async *pages(org: Organization, { now, size }: Page): AsyncGenerator<Row<T>[]> {
    let last: Record<string, unknown> | undefined
    for (;;) {
      const after: Record<string, unknown> | undefined = last
      const rows = await org.db.read((tx) =>
        raw<Row<T>>(
          tx,
          `select * from ${this.table} where org_id = $1 and ${this.which} and ${this.column} <= $2
             ${after ? `and (${this.column}, id) > ($4, $5)` : ''}
           order by ${this.column}, id limit $3`,
          [org.id, now, size, ...(after ? [after[this.column], after.id] : [])],
        ),
      )
      if (rows.length > 0) yield rows
      if (rows.length < size) return
      last = rows.at(-1)
    }
  }

  /**
   * Takes what is due in one organization, in the order of the ids. `load` reads what belongs to the rows, in the act
   * that takes them.
   */
  leased(org: Organization, lease: Lease): AsyncGenerator<Row<T>[]>
  leased<R>(
    org: Organization,
    lease: Lease,
    load: (tx: Tx, rows: readonly Row<T>[]) => Promise<R[]>,
  ): AsyncGenerator<R[]>
  async *leased<R>(
    org: Organization,
    lease: Lease,
    load?: (tx: Tx, rows: readonly Row<T>[]) => Promise<R[]>,
  ): AsyncGenerator<(R | Row<T>)[]> {
    for (;;) {
      const { count, loaded } = await org.transact(null, async ({ tx }) => {
        const rows = await this.#take(tx, org.id, lease)
        return { count: rows.length, loaded: load && rows.length > 0 ? await load(tx, rows) : rows }
      })
      if (loaded.length > 0) yield loaded
      if (lease.size === undefined || count < lease.size) return
    }
  }

  async #take(tx: Tx, orgId: number, { now, until, size }: Lease): Promise<Row<T>[]> {
    const rows = await raw<Row<T> & { id: number }>(
      tx,
      `update ${this.table} set ${this.column} = $3${this.#countsAttempts ? ', attempts = attempts + 1' : ''}
       where id in (select id from ${this.table} where org_id = $1 and ${this.which} and ${this.column} <= $2
         order by ${this.column}, id limit $4 for update skip locked)
       returning *`,
      [orgId, now, until, size ?? null],
    )
    return rows.sort((a, b) => a.id - b.id)
  }

  /** Makes rows due at a time, those that are still there. */
  async postpone(tx: Tx, ids: readonly number[], due: Date): Promise<void> {
    if (ids.length === 0) return
    await raw(tx, `update ${this.table} set ${this.column} = $2 where id = any($1::bigint[])`, [ids, due])
  }

  /** The same for everything that is due in an organization. */
  async postponeDue(tx: Tx, orgId: number, now: Date, due: Date): Promise<void> {
    await raw(
      tx,
      `update ${this.table} set ${this.column} = $3 where org_id = $1 and ${this.which} and ${this.column} <= $2`,
      [orgId, now, due],
    )
  }

  /** Ends a row; whether it was still there. */
  async remove(tx: Tx, id: number): Promise<boolean> {
    return (await raw(tx, `delete from ${this.table} where id = $1 returning id`, [id])).length > 0
  }

  /**
   * Awaited at each turn, of rows that count attempts. The first turn of a process with an embedded database, which nobody
   * else uses, makes everything due that was tried before: whoever had taken it is gone.
   */
  takeOver(place: Workplace, now: Date): Promise<void> {
    let done = this.#takenOver.get(place)
    if (!done) {
      done = this.#makeDue(place, now)
      done.catch(() => this.#takenOver.delete(place))
      this.#takenOver.set(place, done)
    }
    return done
  }

  async #makeDue(place: Workplace, now: Date): Promise<void> {
    const taken = `${this.which} and ${this.column} > $1 and attempts > 0`
    const rows = await place.db.read((tx) =>
      raw<{ org_id: number }>(tx, `select distinct org_id from ${this.table} where ${taken}`, [now]),
    )
    for (const { org_id } of rows) {
      const org = await place.organization(org_id)
      if (!org.db.embedded) continue
      await org.transact(null, ({ tx }) =>
        raw(tx, `update ${this.table} set ${this.column} = $1 where org_id = $2 and ${taken}`, [now, org_id]),
      )
    }
  }
}

export const dueRows = <const T extends DueTable>(options: DueRowsOptions<T>): DueRows<T> => new DueRows(options)
