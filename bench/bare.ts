import { rm } from 'node:fs/promises'
import { Database, openEmbedded, openServer } from '#platform/db'

/**
 * The yardstick: how fast the same driver commits a transaction of two rows and nothing else, in a process of its own.
 * Arguments: seconds, then a data directory or a database URL, then (for a server) the connections.
 */
const [seconds = '3', target = '', connections = '1'] = process.argv.slice(2)
const isServer = /^postgres/.test(target)
const driver = isServer
  ? await openServer(target, { connections: Number(connections) })
  : await openEmbedded({ dataDir: target })
const db = new Database(driver)
const text = 'A sentence of about the length that people write in a chat, give or take a few words more or less.'
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
