import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, test as base, chance } from '#test'
import type { Driver } from './driver.ts'
import { openEmbedded } from './embedded.ts'
import { copyOnline } from './online-copy.ts'

const accounts = 50
const total = accounts * 100

const test = base.extend<{ folder: string; driver: Driver }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-online-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  driver: async ({ folder }, use) => {
    const driver = await openEmbedded({ dataDir: join(folder, 'database'), sync: false })
    await driver.script(`
      create table balance (id int primary key, amount int not null);
      insert into balance select n, 100 from generate_series(1, ${accounts}) n;
      create table transfer (number int primary key, note text not null);
      create index on transfer (md5(note));
      create table filling (id int primary key, text text)`)
    await use(driver)
    await driver.close()
  },
})

const query = async (driver: Driver, sql: string) => {
  const connection = await driver.connect()
  try {
    return (await connection.query(sql, [])).rows
  } finally {
    connection.release()
  }
}

test('a copy made during transactions is a consistent snapshot', async ({ folder, driver }) => {
  await driver.script(`insert into filling select n, repeat(md5(n::text), 60) from generate_series(1, 5000) n`)
  const random = chance(7)
  let [done, isOver] = [0, false]
  const some = () => 1 + Math.floor(random() * accounts)
  const working = (async () => {
    for (; !isOver; done++) {
      const [from, to] = [some(), some()]
      await driver.script(`begin;
        update balance set amount = amount - 1 where id = ${from};
        update filling set text = reverse(text) where id = ${1 + Math.floor(random() * 5_000)};
        update balance set amount = amount + 1 where id = ${to};
        insert into transfer values (${done + 1}, repeat('note ${done}', 200)); commit`)
      if (done % 50 === 0) {
        await driver.script(`create table "made ${done}" (id int)`)
        await driver.script('vacuum balance')
      }
      if (done % 70 === 0) await driver.script(`drop table if exists "made ${done - 50}"`)
    }
  })()
  for (let round = 0; round < 2; round++) {
    const before = done
    const copy = join(folder, `copy${round}`)
    await copyOnline(driver, join(folder, 'database'), copy)
    const after = done
    const opened = await openEmbedded({ dataDir: copy, sync: false })
    try {
      const [state] = await query(
        opened,
        `select (select sum(amount)::int from balance) as sum, (select count(*)::int from transfer) as count,
           (select max(number)::int from transfer) as last, (select count(*)::int from filling) as filling`,
      )
      assert.equal(state?.sum, total)
      assert.equal(state?.count, state?.last ?? 0)
      assert.equal(state?.filling, 5_000)
      const count = state?.count as number
      assert.ok(before <= count && count <= after + 1, `${before} <= ${count} <= ${after}`)
      const indexed = await query(opened, `select count(*)::int as count from transfer where md5(note) is not null`)
      assert.equal(indexed[0]?.count, count)
      await opened.script('reindex table transfer; reindex table filling')
      await opened.script('vacuum full balance')
    } finally {
      await opened.close()
    }
  }
  isOver = true
  await working
  assert.ok(done > 0)
})

test('a copy fails if checkpoints removed its log', async ({ folder, driver }) => {
  let asked = 0
  const hasty: Driver = {
    ...driver,
    kind: 'embedded',
    connections: 1,
    script: (sql) => driver.script(sql),
    close: () => driver.close(),
    async connect(patience) {
      // between the start and the end of the copy
      if (++asked === 2)
        for (let round = 0; round < 4; round++)
          for (const sql of [
            `insert into filling select n, 'x' from generate_series(1, 10) n`,
            'delete from filling',
            'select pg_switch_wal()',
            'checkpoint',
          ])
            await driver.script(sql)
      return driver.connect(patience)
    },
  }
  await assert.rejects(copyOnline(hasty, join(folder, 'database'), join(folder, 'copy')), /went on too quickly/)
  await copyOnline(driver, join(folder, 'database'), join(folder, 'again'))
})
