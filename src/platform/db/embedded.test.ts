import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { assert, expect, test, vi } from 'vitest'
import { prepareDirectory, readSnapshot } from '#test'
import { Database, DatabaseUnavailable, type Driver, openEmbedded, unhurried } from './index.ts'
import { DatabaseThread } from './thread.ts'

const endless = 'select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000000000) b'

async function withFolder(work: (driver: Driver, reasons: string[]) => Promise<void>, statementSecs = 60) {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-embedded-'))
  const reasons: string[] = []
  await prepareDirectory(folder)
  const driver = await openEmbedded({
    dataDir: join(folder, 'database'),
    // tests kill threads, but never cut the power
    sync: false,
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

async function watchingThreads(work: (threads: DatabaseThread[]) => Promise<void>) {
  const threads: DatabaseThread[] = []
  const { open } = DatabaseThread
  const spy = vi.spyOn(DatabaseThread, 'open').mockImplementation(async (...args) => {
    const thread = await open.apply(DatabaseThread, args)
    threads.push(thread)
    return thread
  })
  try {
    await work(threads)
  } finally {
    spy.mockRestore()
  }
}

test('an endless statement fails, and later ones find all data, repeatedly', async () => {
  await withFolder(async (driver, reasons) => {
    await ask(driver, 'insert into thing values (1)')
    for (let time = 1; time <= 2; time++) {
      const hanging = ask(driver, endless)
      const next = ask(driver, 'select id from thing')
      await expect(hanging).rejects.toThrow(DatabaseUnavailable)
      assert.deepEqual(await next, [{ id: 1 }])
      assert.equal(driver.restarts, time)
    }
    assert.deepEqual(reasons, Array(2).fill('a statement took longer than 2 seconds'))
  }, 2)
})

test('unhurried statements may exceed the time limit', async () => {
  await withFolder(async (driver) => {
    const connection = await driver.connect(unhurried)
    await connection.query('select pg_sleep(2.2)', [])
    connection.release()
    await driver.script('select pg_sleep(2.2)')
    assert.equal(driver.restarts, 0)
    await expect(ask(driver, 'select pg_sleep(2.2)')).rejects.toThrow('took longer than 2 seconds')
  }, 2)
})

test('deeply nested statements are rejected or answered, never taken for empty results', async () => {
  await withFolder(async (driver) => {
    await ask(driver, 'insert into thing values (1)')
    const words = Array.from({ length: 40_000 }, (_, n) => `w${n}`)
    const nested = (depth: number) => `select id from thing where ${'not ('.repeat(depth)}id = 1${')'.repeat(depth)}`
    for (const sql of [
      `select to_tsquery('simple', '${words.join(' & ')}') is not null as found`,
      `select to_tsquery('simple', '${'!('.repeat(40_000)}a${')'.repeat(40_000)}') is not null as found`,
      `select id from thing where ${Array.from({ length: 5_000 }, (_, n) => `(id <> ${n + 2}`).join(' and ')}${')'.repeat(5_000)}`,
      `select id from thing where ${words.map((_, n) => `not id = ${n + 2}`).join(' and ')}`,
      nested(600),
      nested(3_000),
    ]) {
      const rows = await ask(driver, sql).catch((error: Error) => error)
      if (!(rows instanceof Error)) assert.equal(rows.length, 1, sql.slice(0, 80))
      assert.deepEqual(await ask(driver, 'select id from thing'), [{ id: 1 }])
    }
  })
})

test('a truncated or empty response restarts the database, not the server', async () => {
  await watchingThreads(async (threads) => {
    await withFolder(async (driver) => {
      await ask(driver, 'insert into thing values (1)')
      const select = 'select id from thing'
      for (let time = 0; time < 3; time++) assert.equal((await ask(driver, select)).length, 1)
      const lies = [
        () => Buffer.alloc(0),
        (answer: Buffer) => answer.subarray(0, -6),
        (answer: Buffer) => answer.subarray(0, -3),
        (answer: Buffer) => answer.subarray(-6),
        (answer: Buffer) => Buffer.concat([answer, answer.subarray(0, 3)]),
      ]
      for (const [time, lie] of lies.entries()) {
        const thread = threads.at(-1) as DatabaseThread
        const asking = thread.ask.bind(thread)
        thread.ask = async (message, limitMs) => lie(await asking(message, limitMs))
        await expect(ask(driver, select)).rejects.toThrow(DatabaseUnavailable)
        assert.deepEqual(await ask(driver, select), [{ id: 1 }])
        assert.equal(driver.restarts, time + 1)
      }
    })
  })
})

test('losing the thread amid commits loses no commits and leaves none half done', async () => {
  await watchingThreads(async (threads) => {
    await withFolder(async (driver) => {
      const db = new Database(driver)
      await driver.script('create table pair (id int primary key references thing)')
      const kept: number[] = []
      const refused: unknown[] = []
      let id = 0
      const writing = Array.from({ length: 8 }, async () => {
        while (db.restarts < 3) {
          const own = ++id
          const written = db.transaction(async (tx) => {
            await tx.executeQuery(CompiledQuery.raw(`insert into thing values (${own})`))
            await tx.executeQuery(CompiledQuery.raw(`insert into pair values (${own})`))
          })
          await written.then(
            () => kept.push(own),
            (error) => refused.push(error),
          )
        }
      })
      for (let time = 0; time < 3; time++) {
        const before = kept.length
        await expect.poll(() => kept.length, { timeout: 200_000, interval: 1 }).toBeGreaterThan(before + 20)
        await (threads.at(-1) as DatabaseThread).end()
        await expect.poll(() => driver.restarts, { timeout: 200_000, interval: 5 }).toBe(time + 1)
      }
      await Promise.all(writing)
      for (const error of refused) assert.instanceOf(error, DatabaseUnavailable)
      const found = new Set((await ask(driver, 'select id from thing')).map(({ id }) => id))
      assert.deepEqual(
        kept.filter((one) => !found.has(one)),
        [],
      )
      assert.deepEqual(await ask(driver, 'select id from thing except select id from pair'), [])
      // the indices agree with the tables
      await driver.script('reindex table thing; reindex table pair')
    })
  })
})

test('using a lost in-memory database fails with DatabaseUnavailable', async () => {
  const driver = await openEmbedded({ snapshot: await readSnapshot(), durable: false, statementSecs: 1 })
  try {
    await expect(ask(driver, endless)).rejects.toThrow(DatabaseUnavailable)
    await expect(ask(driver, 'select 1')).rejects.toThrow('lived in memory and is gone')
  } finally {
    await driver.close()
  }
  await expect(ask(driver, 'select 1')).rejects.toThrow()
})

test('using a closed database fails with an error', async () => {
  await withFolder(async (driver) => {
    await driver.close()
    await expect(ask(driver, 'select 1')).rejects.toThrow('closed')
  })
})
