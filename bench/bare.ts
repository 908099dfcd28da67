import { rm } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { Database, type Driver, openEmbedded, openServer } from '#platform/db'
import { DurableFiles } from '../src/platform/db/durable-files.ts'

/**
 * The baseline: how fast the same driver commits a transaction of two rows. Arguments: seconds, then a data directory
 * or database URL, then for a server the connections, and for the embedded database `library` (without prepared
 * statements), `off` (without waiting for the disk), or `crash` (writes that many MB of write-ahead log, reports it,
 * and waits to be killed).
 */
const [seconds = '3', target = '', connections = '1', way = ''] = process.argv.slice(2)
const text = 'A sentence of about the length that people write in a chat, give or take a few words more or less.'
const isServer = /^postgres/.test(target)
const driver = isServer
  ? await openServer(target, { connections: Number(connections) })
  : way === 'library'
    ? await openLibrary(target)
    : await openEmbedded({ dataDir: target, sync: way !== 'off' })
const db = new Database(driver)
if (way === 'crash') await fillLog(Number(seconds))
await driver.script(
  'drop table if exists bare_a; drop table if exists bare_b; create table bare_a (id bigint generated always as identity primary key, body text); create table bare_b (id bigint generated always as identity primary key, body text)',
)
let count = 0
const cpu = process.cpuUsage()
const end = performance.now() + Number(seconds) * 1000
await Promise.all(
  Array.from({ length: isServer ? Number(connections) : 1 }, async () => {
    const { tx, run, release } = await db.session()
    const insertA = tx
      .insertInto('bare_a' as never)
      .values({ body: text } as never)
      .compile()
    const insertB = tx
      .insertInto('bare_b' as never)
      .values({ body: text } as never)
      .compile()
    while (performance.now() < end) {
      await run('begin')
      await tx.executeQuery(insertA)
      await tx.executeQuery(insertB)
      await run('commit')
      count++
    }
    release()
  }),
)
const used = process.cpuUsage(cpu)
console.log(count / Number(seconds), (used.user + used.system) / 1000 / count)
await driver.script('drop table bare_a; drop table bare_b')
await db.close()
if (!isServer) await rm(target, { recursive: true, force: true })

async function fillLog(megabytes: number): Promise<never> {
  const connection = await driver.connect()
  const run = async (sql: string) => (await connection.query(sql, [])).rows[0]
  await run('create table filled (id bigint generated always as identity primary key, body text)')
  const begun = await run('select pg_current_wal_lsn() as at')
  const written = `select pg_current_wal_lsn() - '${begun?.at}'::pg_lsn > ${megabytes} * 2::numeric ^ 20 as enough`
  while (!(await run(written))?.enough)
    await run(`insert into filled (body) select md5(i::text) || '${text}' from generate_series(1, 2000) i`)
  console.log('enough')
  return new Promise(() => setInterval(() => {}, 1_000))
}

/** Waits for the disk like ours, for a fair comparison. */
async function openLibrary(dataDir: string): Promise<Driver> {
  const { fileSystem, startParams } = new DurableFiles(dataDir, true)
  const pglite = await PGlite.create({ fs: fileSystem, startParams: [...startParams, '-c', 'shared_buffers=32MB'] })
  const script = async (sql: string) => {
    await pglite.exec(sql)
  }
  return {
    kind: 'embedded',
    connections: 1,
    script,
    connect: async () => ({
      async query(sql, params) {
        const { rows, affectedRows } = await pglite.query<Record<string, unknown>>(sql, params as unknown[])
        return { rows, affected: affectedRows ?? 0 }
      },
      script,
      release: () => {},
    }),
    close: () => pglite.close(),
  }
}
