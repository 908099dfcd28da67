import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, expect, test } from 'vitest'
import { Database, DatabaseUnavailable, type Driver, openEmbedded, unhurried } from './index.ts'

const endless = 'select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000000000) b'

/** A database in a folder of its own, with a table of numbers. */
async function withFolder(work: (driver: Driver, reasons: string[]) => Promise<void>, statementSecs = 2) {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-embedded-'))
  const reasons: string[] = []
  const driver = await openEmbedded({
    dataDir: join(folder, 'database'),
    statementSecs,
    lost: (reason) => reasons.push(reason),
  })
  try {
    await driver.script('create table thing (id int primary key)')
    await work(driver, reasons)
  } finally {
    await driver.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function ask(driver: Driver, sql: string, ...params: unknown[]) {
  const connection = await driver.connect()
  try {
    return (await connection.query(sql, params)).rows
  } finally {
    connection.release()
  }
}

test('an endless statement is ended and answered so, and the next ones find everything', async () => {
  await withFolder(async (driver, reasons) => {
    await ask(driver, 'insert into thing values (1)')
    for (let time = 1; time <= 2; time++) {
      const waiting = ask(driver, endless)
      const next = ask(driver, 'select id from thing')
      await expect(waiting).rejects.toThrow(DatabaseUnavailable)
      assert.deepEqual(await next, [{ id: 1 }])
      assert.equal(driver.restarts, time)
    }
    assert.deepEqual(reasons, Array(2).fill('a statement took longer than 2 seconds'))
  })
})
