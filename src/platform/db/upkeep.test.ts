import { assert, expect, test } from 'vitest'
import { readSnapshot } from '#test'
import { Database, openEmbedded } from './index.ts'
import { clearDeadRows, type DueTable, Upkeep } from './upkeep.ts'

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

test('a large table is cleared when nobody asks, or at last after an hour', async () => {
  const driver = await openEmbedded({ snapshot: await readSnapshot(), durable: false })
  const db = new Database(driver)
  let now = 0
  try {
    await driver.script(`create table small (text text); create table large (text text);
      insert into small select 'x' from generate_series(1, 3000); delete from small where random() < 0.9;
      insert into large select repeat('x', 260) from generate_series(1, 130000); delete from large where random() < 0.6`)
    const due: DueTable[] = []
    // what was deleted is counted up to a second later
    await expect
      .poll(
        async () => {
          due.length = 0
          await clearDeadRows(db, (table) => due.push(table) === 0)
          return due.map(({ name }) => name)
        },
        { timeout: 200_000 },
      )
      .toEqual(['large', 'small'])
    const upkeep = new Upkeep(db, () => now)
    const after = (ms: number, { sinceAsked = 0 } = {}) => {
      now += ms
      db.askedAt = now - sinceAsked
      return upkeep.clear()
    }
    assert.isUndefined(await after(59_000), 'it looks once a minute')
    assert.equal(await after(1_000), 'small')
    assert.isUndefined(await after(60_000))
    assert.isUndefined(await after(10_000, { sinceAsked: 4_000 }))
    assert.equal(await after(5_000, { sinceAsked: 5_000 }), 'large')
    await driver.script(`insert into large select repeat('x', 260) from generate_series(1, 130000)`)
    await driver.script('delete from large where random() < 0.6')
    await expect
      .poll(() => clearDeadRows(db, (table) => due.push(table) === 0).then(() => due.at(-1)?.name), {
        timeout: 200_000,
      })
      .toBe('large')
    assert.isUndefined(await after(60_000))
    assert.isUndefined(await after(3_599_000))
    assert.equal(await after(60_000), 'large')
  } finally {
    await db.close()
  }
})

test('a table of hardly anything but dead rows is cleared whoever asks', async () => {
  const driver = await openEmbedded({ snapshot: await readSnapshot(), durable: false })
  const db = new Database(driver)
  let now = 0
  try {
    await driver.script(
      `create table large (id int, text text); insert into large select n, repeat('x', 1500) from generate_series(1, 25000) n`,
    )
    await driver.script('delete from large where id > 10')
    const upkeep = new Upkeep(db, () => now)
    const clear = () => {
      now += 60_000
      db.askedAt = now
      return upkeep.clear()
    }
    await expect.poll(clear, { timeout: 200_000 }).toBe('large')
  } finally {
    await db.close()
  }
})

test('counts that were lost do not make a large table one of dead rows', async () => {
  const driver = await openEmbedded({ snapshot: await readSnapshot(), durable: false })
  const db = new Database(driver)
  let now = 0
  try {
    await driver.script(
      `create table large (id int, text text); insert into large select n, repeat('x', 260) from generate_series(1, 130000) n`,
    )
    await driver.script('vacuum large')
    // as after a crash
    await driver.script('select pg_stat_reset()')
    await driver.script('update large set id = -id where id > 60000')
    const due: DueTable[] = []
    await expect
      .poll(() => clearDeadRows(db, (table) => due.push(table) === 0).then(() => due.at(-1)), { timeout: 200_000 })
      .toMatchObject({ name: 'large', isSwollen: false })
    const upkeep = new Upkeep(db, () => now)
    now += 60_000
    db.askedAt = now
    assert.isUndefined(await upkeep.clear())
  } finally {
    await db.close()
  }
})

test('only what is asked for somebody counts as asked', async () => {
  const driver = await openEmbedded({ snapshot: await readSnapshot(), durable: false })
  const db = new Database(driver)
  try {
    await db.read(async () => {})
    assert.equal(db.askedAt, Number.NEGATIVE_INFINITY)
    const before = performance.now()
    await db.read(async () => {}, undefined, { charge() {} })
    assert.isAtLeast(db.askedAt, before)
  } finally {
    await db.close()
  }
})
