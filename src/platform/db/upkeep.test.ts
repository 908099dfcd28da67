import { assert, expect, test } from 'vitest'
import { readSnapshot } from '#test'
import { Database, openEmbedded } from './index.ts'
import { clearDeadRows } from './upkeep.ts'

test('space of deleted rows in the embedded database is used again', async () => {
  const driver = await openEmbedded({ snapshot: await readSnapshot(), durable: false })
  const db = new Database(driver)
  try {
    await driver.script('create table "Log book" (id bigint primary key, text text)')
    const size = async () => {
      const connection = await driver.connect()
      const { rows } = await connection.query(`select pg_relation_size('"Log book"') as size`, [])
      connection.release()
      return Number(rows[0]?.size)
    }
    const turn = async () => {
      await driver.script(`insert into "Log book" select n, 'entry ' || n from generate_series(1, 5000) n`)
      await driver.script('delete from "Log book"')
      let cleared: string | undefined
      // what was deleted is counted up to a second later
      await expect.poll(async () => (cleared ??= await clearDeadRows(db)), { timeout: 200_000 }).toBe('"Log book"')
      assert.isUndefined(await clearDeadRows(db))
    }
    await turn()
    const before = await size()
    await turn()
    assert.isAtMost(await size(), before)
  } finally {
    await db.close()
  }
})

test('an index alone finds what it is asked, also in a table that only grows', async () => {
  const driver = await openEmbedded({ snapshot: await readSnapshot(), durable: false })
  const db = new Database(driver)
  try {
    await driver.script('create table log (id bigint primary key, text text)')
    const rowsRead = async () => {
      const connection = await driver.connect()
      await connection.script('set enable_seqscan = off; set enable_bitmapscan = off')
      const { rows } = await connection.query(
        'explain (analyze, format json) select count(*) from log where id > 0',
        [],
      )
      connection.release()
      return Number(/"Heap Fetches":(\d+)/.exec(JSON.stringify(rows))?.[1])
    }
    await driver.script(`insert into log select n, 'entry ' || n from generate_series(1, 20001) n`)
    assert.equal(await rowsRead(), 20_001)
    let cleared: string | undefined
    await expect.poll(async () => (cleared ??= await clearDeadRows(db)), { timeout: 200_000 }).toBe('log')
    assert.equal(await rowsRead(), 0)
    assert.isUndefined(await clearDeadRows(db))
  } finally {
    await db.close()
  }
})
