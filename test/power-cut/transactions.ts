import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBlobs } from '#platform/blobs'
import { readConfig } from '#platform/config'
import { provideFolder } from '#platform/folders'
import { secretsOf } from '#platform/secrets'
import { openFolder } from '../../src/command/folder.ts'
import { Lock } from '../../src/command/lock.ts'
import { options } from '../../src/command/options.ts'

/**
 * Heavy disk work, recorded in its own process: makes PostgreSQL write in many ways, and reports what must be durable
 * from then on. Arguments: the data directory, and the number of transactions.
 */
const [dataDir = '', count = '0'] = process.argv.slice(2)
const config = readConfig(options, { dataDir }, {})
const acknowledge = (what: object) => void process.emit('acknowledged' as never, JSON.stringify(what) as never)

const lock = await Lock.take(dataDir, 'transactions')
let driver = await openFolder(config)
await driver.script(`
  create table pair (number int primary key, version int not null, body text);
  create table partner (number int primary key, version int not null, body text);
  create index partner_body on partner (left(body, 20));`)
acknowledge({ tables: true })
acknowledge({ sealed: secretsOf(config).seal('a test', 'everybody', 'the secret') })

// a killed process left a folder that isn't durable yet
const key = '7/ab/file'
await provideFolder(join(dataDir, 'uploads/7'))
mkdirSync(join(dataDir, 'uploads/7/ab'))
await openBlobs(config).put(key, Buffer.from(key))
acknowledge({ file: key })

const total = Number(count)
for (let round = 1; round <= total; round++) {
  const connection = await driver.connect()
  const run = (sql: string, params: unknown[] = []) => connection.query(sql, params)
  const number = (round * 7) % Math.max(20, Math.floor(total / 3))
  // some values don't fit into their page
  const body = `${round} `.repeat(round % 11 === 0 ? 3_000 : 20)
  await run('begin')
  for (const table of ['pair', 'partner'])
    await run(
      `insert into ${table} values ($1, $2, $3)
       on conflict (number) do update set version = excluded.version, body = excluded.body`,
      [number, round, body],
    )
  if (round % 10 === 3) await run('rollback')
  else {
    await run('commit')
    acknowledge({ number, version: round })
  }
  connection.release()
  if (round % 40 === 0) await driver.script('checkpoint')
  if (round % 55 === 0) await driver.script('vacuum')
  if (round % 60 === 0) await driver.script('reindex table pair')
  if (round % 70 === 0) await driver.script('create table if not exists passing (id int); drop table passing')
  if (round % 90 === 0) await driver.script('vacuum full partner')
  if (round % 100 === 0) {
    await driver.close()
    driver = await openFolder(config)
  }
}
await driver.close()
await lock.release()
