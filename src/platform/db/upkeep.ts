import { sql } from 'kysely'
import type { Database } from './database.ts'
import { unhurried } from './driver.ts'

/** Dead rows per page (about a fifth) and in total below which vacuuming isn't worth it. */
const deadPerPage = 4
const fewDead = 1_000
/**
 * Vacuum lets new rows be found by index-only scans. perf: counting 200,000 rows by an index takes 27 ms of the
 * processor and not 750; marking 20,000 new ones takes 4 ms.
 */
const manyNew = 20_000
/** Freeze row versions older than this many transactions, long before wraparound. */
const oldest = 200_000_000

export interface DueTable {
  readonly name: string
  /** Pages of 8 KiB including indexes; vacuuming reads nearly all of them. */
  readonly pages: number
  /** Nearly all rows are dead. Judged by the last vacuum's results, because statistics start over with the database. */
  readonly isSwollen: boolean
}

/**
 * Vacuums the table that needs it most among those that `can` allows, and returns its name: the embedded database has
 * no autovacuum. Only one per call, because everything else waits for it.
 */
export async function clearDeadRows(
  db: Database,
  can: (table: DueTable) => boolean = () => true,
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
    const table = rows.find(can)
    if (table) await run(`vacuum ${table.name}`)
    return table?.name
  } finally {
    release()
  }
}

const everyMs = 60_000
/** perf: some 30 µs of the processor for each; too short to be noticed. */
const fewPages = 4_000
/** After this long without requests, a large table may be vacuumed. */
const quietMs = 5_000
const longestMs = 3_600_000

/**
 * Vacuums small tables at once. Large ones block everything for a second or more, so they wait until the server is
 * idle, an hour has passed, or they're mostly dead rows.
 */
export class Upkeep {
  readonly #db: Database
  readonly #now: () => number
  #looked: number
  /** When each table started waiting for an idle moment. */
  #waiting = new Map<string, number>()

  constructor(db: Database, now = () => performance.now()) {
    this.#db = db
    this.#now = now
    this.#looked = now()
  }

  /** Call it every few seconds. Returns the vacuumed table. */
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
    // tables after the vacuumed one weren't examined
    this.#waiting = cleared === undefined ? waiting : new Map([...this.#waiting, ...waiting])
    if (cleared !== undefined) this.#waiting.delete(cleared)
    return cleared
  }
}
