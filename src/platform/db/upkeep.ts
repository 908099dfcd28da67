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

/**
 * The embedded database has nobody who clears away deleted and outdated rows, and who looks through new ones: without
 * that its files only grow. Clears the table that needs it most, one at a time, because everything else waits meanwhile; answers its name.
 */
export async function clearDeadRows(db: Database): Promise<string | undefined> {
  const { tx, run, release } = await db.session(undefined, unhurried)
  try {
    const { rows } = await sql<{ name: string }>`
      select quote_ident(c.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where s.n_dead_tup > ${fewDead}::int + ${deadPerPage}::int * pg_relation_size(c.oid) / 8192
        or s.n_ins_since_vacuum > ${manyNew}::int or age(c.relfrozenxid) > ${oldest}::int
      order by s.n_dead_tup desc limit 1`.execute(tx)
    const [table] = rows
    if (table) await run(`vacuum ${table.name}`)
    return table?.name
  } finally {
    release()
  }
}
