import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, test, vi } from 'vitest'
import { assert } from '#test'
import type { Connection, Driver } from '../driver.ts'
import { DatabaseUnavailable, openServer, unhurried } from '../index.ts'

const url = process.env.LOQUAT_TEST_DATABASE_URL

async function withServer(
  run: (driver: Driver, connection: Connection) => Promise<void>,
  statementSecs = 60,
): Promise<void> {
  const driver = await openServer(url as string, { connections: 2, statementSecs })
  const connection = await driver.connect()
  try {
    await run(driver, connection)
  } finally {
    connection.release()
    await driver.close()
  }
}

/** Forty pieces per second, so a megabyte takes 2.5 seconds. */
const pieceBytes = 10_000

const isAway = (error: unknown) => error instanceof DatabaseUnavailable

if (url) {
  test('values round-trip, concurrently too, and only a limited number of statements is kept', () =>
    withServer(async (_driver, connection) => {
      const ask = async (sql: string, ...params: unknown[]) => (await connection.query(sql, params)).rows
      const all = `select $1::jsonb as list, $2::jsonb as text, $3::bigint[] as ids, $4::text[] as words, $5::timestamptz as at,
        $6::boolean as flag, $7::real as real, $8::jsonb[] as objects, $9::text as nothing`
      const time = new Date('2030-05-17T12:00:00.250Z')
      const row = {
        list: [1, { a: 'b' }],
        text: 'a "b"',
        ids: [1, 2 ** 40],
        words: ['', 'a "b" \\ {c},', null, 'NULL'],
        at: time,
        flag: false,
        real: 0.5,
        objects: [{ a: '"' }],
        nothing: null,
      }
      for (let round = 0; round < 4; round++) assert.deepEqual(await ask(all, ...Object.values(row)), [row])
      const many = await Promise.all(Array.from({ length: 20 }, (_, n) => ask('select $1::int as n', n)))
      assert.deepEqual(
        many.map(([one]) => one?.n),
        Array.from({ length: 20 }, (_, n) => n),
      )
      for (let time = 0; time < 1_200; time++) await ask(`select ${Math.floor(time / 2)}::int as n`)
      const [kept] = await ask('select count(*)::int as n from pg_prepared_statements')
      assert.ok((kept?.n as number) > 0 && (kept?.n as number) <= 250)
    }))

  test('among several servers, one that answers slowly is found at the start', async () => {
    const { hostname, port } = new URL(url)
    const relay = createServer((near) => {
      const far = connect(Number(port || 5432), hostname)
      for (const socket of [near, far]) socket.on('error', () => {})
      near.on('close', () => far.destroy())
      // longer than a search waits for a server once there was a primary
      setTimeout(() => near.pipe(far).pipe(near), 3_000)
    })
    relay.listen(0, '127.0.0.1')
    await once(relay, 'listening')
    const slow = new URL(url)
    slow.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`
    const several = slow.href.replace(slow.host, `127.0.0.1:1,${slow.host}`)
    const driver = await openServer(several, { connections: 1, connectSecs: 30 })
    try {
      const connection = await driver.connect()
      assert.deepEqual((await connection.query('select 1 as one', [])).rows, [{ one: 1 }])
      connection.release()
    } finally {
      await driver.close()
      relay.close()
    }
  })

  test('preceding statements stay prepared, even after a failure', () =>
    withServer(async (_driver, connection) => {
      const setting = (word: string) => [{ sql: `select set_config('loquat.word', '${word}', false)`, params: [] }]
      const ask = async (word: string, divisor = 1) => {
        const sql = `select current_setting('loquat.word') as word, 1 / $1::int as n`
        return (await connection.query(sql, [divisor], setting(word))).rows[0]?.word
      }
      for (const word of ['one', 'two', 'one', 'two', 'one']) assert.equal(await ask(word), word)
      await assert.rejects(ask('three', 0), /division by zero/)
      for (const word of ['three', 'one', 'three']) assert.equal(await ask(word), word)
      const [kept] = (
        await connection.query(`select count(*)::int as n from pg_prepared_statements where name ~ '^b'`, [])
      ).rows
      assert.equal(kept?.n, 3)
      await connection.script('deallocate all')
      await assert.rejects(ask('one'), /does not exist/)
      for (const word of ['one', 'two', 'one']) assert.equal(await ask(word), word)
    }))

  test('a failed statement aborts its transaction, and commit then fails', () =>
    withServer(async (_driver, connection) => {
      const ask = (sql: string, ...params: unknown[]) => connection.query(sql, params)
      await connection.script('create temporary table thing (id int primary key)')
      assert.equal((await ask('insert into thing values ($1)', 1)).affected, 1)
      for (let time = 0; time < 3; time++) await assert.rejects(ask('insert into thing values ($1)', 1), /thing/)
      await ask('begin')
      await assert.rejects(ask('insert into thing values ($1)', 1), /thing/)
      await assert.rejects(ask('commit'), /could not be committed/)
      await connection.script('alter table thing add column more text')
      assert.deepEqual((await ask('select * from thing')).rows, [{ id: 1, more: null }])
      assert.equal((await ask('update thing set more = $1 where id > $2', 'x', 5)).affected, 0)
    }))

  test('releasing a connection rolls back an open transaction', () =>
    withServer(async (driver, connection) => {
      await connection.script('drop table if exists given_back; create table given_back (id int)')
      const other = await driver.connect()
      await other.query('begin', [])
      await other.query('insert into given_back values (1)', [])
      other.release()
      await assert.rejects(other.query('select 1', []), /given back/)
      const next = await driver.connect()
      try {
        assert.deepEqual((await next.query('select id from given_back', [])).rows, [])
      } finally {
        next.release()
        await connection.script('drop table given_back')
      }
    }))

  test('existing connections are used if the server has no room for more', () =>
    withServer(async (_driver, connection) => {
      const role = `crowded_${process.pid}`
      const limit = (most: number) => connection.script(`alter role ${role} connection limit ${most}`)
      await connection.script(`create role ${role} login password 'crowded' connection limit 2`)
      const address = new URL(url as string)
      Object.assign(address, { username: role, password: 'crowded' })
      const crowded = await openServer(address.href, { connections: 10 })
      const seen = new Set<unknown>()
      const ask = async () => {
        const one = await crowded.connect()
        const { rows } = await one.query('select pg_backend_pid() as pid, pg_sleep(0.01)', [])
        seen.add(rows[0]?.pid)
        one.release()
      }
      const many = () => Promise.all(Array.from({ length: 30 }, ask))
      try {
        await many()
        assert.equal(seen.size, 2)
        await limit(-1)
        await vi.waitFor(
          async () => {
            await many()
            assert.ok(seen.size > 2)
          },
          { timeout: 100_000, interval: 100 },
        )
      } finally {
        await crowded.close()
        await connection.script(`drop role ${role}`)
      }
    }))

  test('statements time out unless unhurried, and a lost connection affects no other', () =>
    withServer(async (driver, connection) => {
      await assert.rejects(connection.query('select pg_sleep(60)', []), isAway)
      assert.deepEqual((await connection.query('select 1 as one', [])).rows, [{ one: 1 }])
      const patient = await driver.connect(unhurried)
      const { rows } = await patient.query(
        `select pg_backend_pid() as pid, current_setting('statement_timeout') as limit`,
        [],
      )
      assert.equal(rows[0]?.limit, '0')
      const waiting = assert.rejects(patient.query('select pg_sleep(60)', []), isAway)
      for (let ended = false; !ended; ) {
        const [state] = (
          await connection.query(
            `select pg_terminate_backend(pid) as ended from pg_stat_activity where pid = $1 and state = 'active'`,
            [rows[0]?.pid],
          )
        ).rows
        ended = state?.ended === true
      }
      await waiting
      await assert.rejects(patient.query('select 1', []), isAway)
      patient.release()
      const next = await driver.connect()
      assert.deepEqual((await next.query('select 1 as one', [])).rows, [{ one: 1 }])
      next.release()
    }, 3))

  test("a long response over a slow connection isn't cut off", async () => {
    const { hostname, port } = new URL(url as string)
    const open = new Set<Socket>()
    const way = createServer((socket) => {
      const behind = connect(Number(port), hostname)
      socket.pipe(behind)
      for (const one of [socket, behind]) open.add(one.on('error', () => {}).on('close', () => behind.destroy()))
      // read at once, forward in pieces
      let waiting = Buffer.alloc(0)
      behind.on('data', (part) => {
        waiting = Buffer.concat([waiting, part])
      })
      const handing = setInterval(() => {
        socket.write(waiting.subarray(0, pieceBytes))
        waiting = waiting.subarray(pieceBytes)
      }, 25)
      socket.on('close', () => clearInterval(handing))
    }).listen(0, '127.0.0.1')
    await once(way, 'listening')
    const slow = new URL(url as string)
    slow.port = `${(way.address() as AddressInfo).port}`
    const driver = await openServer(slow.href, { connections: 2, statementSecs: 60 })
    try {
      const connection = await driver.connect()
      const { rows } = await connection.query('select repeat($1, 1000000) as text', ['x'])
      assert.equal(String(rows[0]?.text).length, 1_000_000)
      connection.release()
    } finally {
      await driver.close()
      for (const socket of open) socket.destroy()
      way.close()
    }
  })
} else {
  describe.skip('without LOQUAT_TEST_DATABASE_URL: see scripts/with-postgres.sh', () => {
    test('a PostgreSQL server', () => {})
  })
}
