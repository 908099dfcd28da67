import { sql } from 'kysely'
import type { Database } from './database.ts'
import { unhurried } from './driver.ts'

/** About a fifth of the rows of a page, and what is not worth the trouble. */
const deadPerPage = 4
const fewDead = 1_000
/**
 * So many new rows, and their pages are marked as seen by all: what only an index is asked for is then found in it alone.
 * perf: counting 200,000 rows by an index takes 27 ms of the processor and not 750; marking 20,000 new ones takes 4 ms.
 */
const manyNew = 20_000
/** Row versions older than this many transactions are marked as old, long before the counter comes round. */
const oldest = 200_000_000

/** A table that is to be cleared. */
export interface DueTable {
  readonly name: string
  /** Of 8 KiB, its indexes' included: clearing reads nearly all of them. */
  readonly pages: number
  /** Nearly all of its rows are dead. What is counted begins anew with the database; what the last clearing has found does not. */
  readonly isSwollen: boolean
}

/**
 * The embedded database has nobody who clears away deleted and outdated rows, and who looks through new ones: without
 * that its files only grow. Clears the table that needs it most, of those that may be cleared now, one at a time, because
 * everything else waits meanwhile; answers its name.
 */
export async function clearDeadRows(
  db: Database,
  may: (table: DueTable) => boolean = () => true,
): Promise<string | undefined> {
  const { tx, run, release } = await db.session(undefined, unhurried)
  try {
    const { rows } = await sql<DueTable>`
      select quote_ident(c.relname) as name, pg_table_size(c.oid) / 8192 + pg_indexes_size(c.oid) / 8192 as pages,
        s.n_dead_tup > 4 * case when s.last_vacuum is null then greatest(s.n_live_tup, c.reltuples) else s.n_live_tup end
          + ${manyNew}::int as "isSwollen"
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where s.n_dead_tup > ${fewDead}::int + ${deadPerPage}::int * pg_relation_size(c.oid) / 8192
        or s.n_ins_since_vacuum > ${manyNew}::int or age(c.relfrozenxid) > ${oldest}::int
      order by s.n_dead_tup desc`.execute(tx)
    const table = rows.find(may)
    if (table) await run(`vacuum ${table.name}`)
    return table?.name
  } finally {
    release()
  }
}

/** Between two looks at what is due. */
const everyMs = 60_000
/** perf: some 30 µs of the processor for each; nobody notices these. */
const fewPages = 4_000
/** For so long nobody has asked for anything: then a large table may be cleared. */
const quietMs = 5_000
/** A large table waits no longer for that. */
const longestMs = 3_600_000

/**
 * When the embedded database is cleared: small tables at once, large ones while nobody asks for anything, as the one
 * connection is taken for a second or more. Where people never pause, after an hour, or when a table holds hardly anything
 * but dead rows.
 */
export class Upkeep {
  readonly #db: Database
  readonly #now: () => number
  #looked: number
  /** Since when they wait for a quiet moment. */
  #waiting = new Map<string, number>()

  constructor(db: Database, now = () => performance.now()) {
    this.#db = db
    this.#now = now
    this.#looked = now()
  }

  /** To be called every few seconds; answers the table that it cleared. */
  async clear(): Promise<string | undefined> {
    const now = this.#now()
    const isQuiet = now - this.#db.askedAt >= quietMs
    const isExpected = isQuiet && this.#waiting.size > 0
    if (now - this.#looked < everyMs && !isExpected) return undefined
    this.#looked = now
    const waiting = new Map<string, number>()
    const cleared = await clearDeadRows(this.#db, ({ name, pages, isSwollen }) => {
      const since = this.#waiting.get(name) ?? now
      if (isQuiet || pages <= fewPages || isSwollen || now - since >= longestMs) return true
      waiting.set(name, since)
      return false
    })
    // of those behind the one that was cleared nothing was asked
    this.#waiting = cleared === undefined ? waiting : new Map([...this.#waiting, ...waiting])
    if (cleared !== undefined) this.#waiting.delete(cleared)
    return cleared
  }
}
