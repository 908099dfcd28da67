import { type Row, raw, type Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Workplace } from './due.ts'
import { DueTimes, type DueTimesOptions, type TimedTable } from './times.ts'

/** Timed tables whose rows have an ID. */
type DueTable = { [T in TimedTable]: Row<T> extends { id: unknown } ? T : never }[TimedTable]

interface DueRowsOptions<T extends DueTable> extends DueTimesOptions<T> {
  /** Each lease counts as an attempt, in the column `attempts`. */
  readonly countsAttempts?: true
}

/** A page of the rows that were due when a turn began. */
export interface Page {
  readonly now: Date
  readonly size: number
}

interface Lease {
  readonly now: Date
  /** When they're due again, unless they were removed or postponed by then. */
  readonly until: Date
  /** Maximum rows per lease; by default all that are due. */
  readonly size?: number
}

/**
 * Scheduled jobs in the rows of one table, in all organizations. Several processes may take them at once.
 * Jobs that fit into one transaction are read with `pages`; the transaction that does a job removes its row or finds it
 * gone. Longer jobs are leased (`leased`): taken in one transaction, removed or postponed in another.
 */
class DueRows<T extends DueTable> extends DueTimes<T> {
  readonly #countsAttempts: boolean
  readonly #takenOver = new WeakMap<Workplace, Promise<void>>()

  constructor(options: DueRowsOptions<T>) {
    super(options)
    this.#countsAttempts = options.countsAttempts ?? false
  }

  /**
   * Due jobs of an organization, ordered by time; each row appears once, whether it's done during the iteration or not.
   */
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

  /** Leases due jobs of an organization, ordered by ID. `load` reads related data in the same transaction. */
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

  /** Reschedules rows that still exist. */
  async postpone(tx: Tx, ids: readonly number[], due: Date): Promise<void> {
    if (ids.length === 0) return
    await raw(tx, `update ${this.table} set ${this.column} = $2 where id = any($1::bigint[])`, [ids, due])
  }

  /** Reschedules all due rows of an organization. */
  async postponeDue(tx: Tx, orgId: number, now: Date, due: Date): Promise<void> {
    await raw(
      tx,
      `update ${this.table} set ${this.column} = $3 where org_id = $1 and ${this.which} and ${this.column} <= $2`,
      [orgId, now, due],
    )
  }

  /** Removes a row; returns whether it existed. */
  async remove(tx: Tx, id: number): Promise<boolean> {
    return (await raw(tx, `delete from ${this.table} where id = $1 returning id`, [id])).length > 0
  }

  /**
   * Call at each turn for tables that count attempts. On an embedded database, which only this process uses, the first
   * turn makes all leased rows due, because the process that leased them is gone.
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
