import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { DurableFiles } from '../../src/platform/db/durable-files.ts'

type Rows = Record<string, unknown>[]

/** perf: compiled once instead of for each of many databases */
const library = readFile(createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm')).then((bytes) =>
  WebAssembly.compile(bytes),
)

/** Opens a database after a power cut, has PostgreSQL check every table and index, and queries it. */
export async function openSound<T>(
  folder: string,
  ask: (query: (sql: string) => Promise<Rows>) => Promise<T>,
): Promise<T> {
  const files = new DurableFiles(folder, false)
  const pglite = await PGlite.create({
    fs: files.fileSystem,
    onStderr: files.hear,
    startParams: [...files.startParams, '-c', 'shared_buffers=16MB'],
    extensions: { amcheck },
    pgliteWasmModule: await library,
  }).catch((error) => {
    throw files.reasonOf(error)
  })
  try {
    const query = async (sql: string) => (await pglite.query<Rows[number]>(sql)).rows
    const answer = await ask(query)
    await query('create extension if not exists amcheck')
    const damage = await query(`
      select c.oid::regclass::text as relation, v.msg from pg_class c, verify_heapam(c.oid) v
      where c.relkind in ('r', 'm', 't') and c.relpersistence = 'p'`)
    if (damage.length > 0) throw new Error(`damaged: ${JSON.stringify(damage.slice(0, 5))}`)
    await query(`
      select bt_index_check(c.oid, true) from pg_class c join pg_index i on i.indexrelid = c.oid join pg_am a on a.oid = c.relam
      where a.amname = 'btree' and c.relpersistence = 'p' and i.indisready and i.indisvalid`)
    return answer
  } finally {
    await pglite.close()
  }
}
