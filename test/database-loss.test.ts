import { vi } from 'vitest'
import { ApiError, endpoint } from '#contract'
import { type Connection, DatabaseUnavailable, raw } from '#platform/db'
import { serve } from '#platform/serve'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { getOwnUser } from '../src/features/people/users/api.ts'
import { pages } from '../src/pages/index.ts'
import { DatabaseThread } from '../src/platform/db/thread.ts'

const endless = 'select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000000000) b'
const hang = endpoint('GET /test/hang', { summary: 'Asks the database what it cannot answer' })
const write = endpoint('POST /test/hang', { summary: 'The same after writing something' })

// a PostgreSQL server is lost in other ways
const embedded = test.skipIf(process.env.LOQUAT_TEST_DATABASE_URL !== undefined)
const threads: DatabaseThread[] = []
let server: TestServer

beforeAll(async () => {
  const { open } = DatabaseThread
  vi.spyOn(DatabaseThread, 'open').mockImplementation(async (...args) => {
    const thread = await open.apply(DatabaseThread, args)
    threads.push(thread)
    return thread
  })
  const routes = [
    serve(hang, async ({ org }) => {
      await org.db.read((tx) => raw(tx, endless, []))
    }),
    serve(write, async (context) =>
      context.org.transact(null, async ({ tx, org }) => {
        await raw(tx, `update organization set name = 'Half' where id = $1`, [org.id])
        await raw(tx, endless, [])
      }),
    ),
  ]
  server = await startServer(
    {},
    { more: [{ name: 'test', routes }], onDisk: { durable: false, sync: false, statementSecs: 3 }, pages },
  )
})
afterAll(async () => {
  await server.close()
  vi.restoreAllMocks()
})

const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
const contents = async (org: TestOrganization): Promise<string[]> => {
  const rows = await org.org.db.read((tx) =>
    raw<{ content: string }>(
      tx,
      `select content from message where org_id = $1 and content like 'number %' order by id`,
      [org.org.id],
    ),
  )
  return rows.map(({ content }) => content)
}

embedded('a hanging statement gets a 503 with Retry-After; other requests wait and succeed', async () => {
  const [first, second] = [await TestOrganization.found(server), await TestOrganization.found(server)]
  const watch = await first.owner.register('message')
  const restarts = server.runtime.db.restarts
  for (const [method, path] of [
    ['GET', '/test/hang'],
    ['POST', '/test/hang'],
  ] as const) {
    const hanging = server.http.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        host: `${first.subdomain}.loquat.test`,
        authorization: `Basic ${btoa(`${first.owner.email}:${first.owner.apiKey}`)}`,
      },
    })
    const others = [1, 2, 3].flatMap((number) => [
      first.owner.sends(`number ${number}`, first.owner),
      second.owner.sends(`number ${number}`, second.owner),
    ])
    const refusal = await hanging
    assert.equal(refusal.statusCode, 503)
    assert.equal(refusal.headers['retry-after'], '1')
    const { result, code, msg } = refusal.json()
    assert.deepEqual([result, code], ['error', 'SERVICE_UNAVAILABLE'])
    assert.doesNotMatch(msg, /select|generate_series/)
    await Promise.all(others)
  }
  assert.equal(server.runtime.db.restarts, restarts + 2)
  for (const org of [first, second]) assert.equal((await contents(org)).length, 6)
  const [row] = await first.org.db.read((tx) =>
    raw<{ name: string }>(tx, 'select name from organization where id = $1', [first.org.id]),
  )
  assert.equal(row?.name, 'Analytical Engine Society')
  await watch.agreesWithFreshRegister()
})

embedded('an unconfirmed commit happens once or not at all, and memory matches', async () => {
  const society = await TestOrganization.found(server)
  const { owner } = society
  const watch = await owner.register('message')
  const { driver } = server.runtime.db
  const acknowledged: number[] = []
  const refused: number[] = []
  for (const takesPlace of [true, false, true]) {
    const next = acknowledged.length + refused.length
    await owner.sends(`number ${next}`, owner)
    acknowledged.push(next)
    let isArmed = true
    const connect = driver.connect.bind(driver)
    const spy = vi.spyOn(driver, 'connect').mockImplementation(async (patience) => {
      const connection = await connect(patience)
      let inserts = false
      const query: Connection['query'] = async (sql, params, before = []) => {
        inserts ||= [{ sql }, ...before].some((one) => /^\s*insert into "?message"?/i.test(one.sql))
        if (sql !== 'commit' || !inserts || !isArmed) return connection.query(sql, params, before)
        isArmed = false
        if (takesPlace) await connection.query(sql, params, before)
        const lost = threads.at(-1) as DatabaseThread
        const answer = connection.query('select 1', [])
        await lost.end()
        return answer
      }
      return { ...connection, query }
    })
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        owner.sends(`number ${next + 1 + n}`, owner).then(
          () => acknowledged.push(next + 1 + n),
          (error: unknown) => {
            assert.ok(error instanceof ApiError && error.status === 503, String(error))
            refused.push(next + 1 + n)
          },
        ),
      ),
    )
    spy.mockRestore()
    assert.equal(isArmed, false)
    // a waiting client gets the event although nothing is written any longer
    const found = await contents(society)
    await watch.until(({ type, message }) => {
      const { content } = (message ?? {}) as { content?: string }
      return type === 'message' && content?.includes(found.at(-1) as string) === true
    })
  }
  const found = await contents(society)
  assert.equal(new Set(found).size, found.length)
  for (const number of acknowledged) assert.ok(found.includes(`number ${number}`))
  assert.ok(refused.length >= 3)
  await owner.sends('number last', owner)
  await watch.agreesWithFreshRegister()
})

embedded('a writer gives up on a lost database, and continues when it returns', async () => {
  const { org, owner } = await TestOrganization.found(server)
  const { driver } = server.runtime.db
  let asked = 0
  const spy = vi.spyOn(driver, 'connect').mockImplementation(async () => {
    asked++
    const query = async () => {
      throw new DatabaseUnavailable('of a test')
    }
    return { query, script: async () => {}, release: () => {} } as Connection
  })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => org.transact(null, async ({ tx }) => raw(tx, 'select 1', []))),
  )
  spy.mockRestore()
  assert.ok(outcomes.every(({ status }) => status === 'rejected'))
  assert.ok(asked <= 60, `${asked}`)
  assert.equal((await owner.call(getOwnUser)).user_id, owner.id)
  assert.deepEqual(await org.transact(null, async ({ tx }) => raw(tx, 'select 1 as one', [])), [{ one: 1 }])
})

embedded('the server reports liveness without its database, and readiness once it returns', async () => {
  const { driver } = server.runtime.db
  const holder = await driver.connect()
  try {
    const late = await Promise.all(['/health', '/health/ready', '/health/live'].map((path) => ask(path)))
    assert.deepEqual(
      late.map(({ status }) => status),
      [503, 503, 200],
    )
    assert.equal(late[0]?.headers.get('retry-after'), '1')
    assert.deepEqual(await late[0]?.json(), { status: 'unavailable', reason: 'database' })
    const metrics = await (await ask('/metrics')).text()
    assert.match(metrics, /^loquat_event_log_lag Nan$/m)
    assert.match(metrics, new RegExp(`^loquat_database_restarts_total ${server.runtime.db.restarts}$`, 'm'))
    assert.match(metrics, /^loquat_event_loop_delay_seconds_count \d/m)
    assert.match(metrics, /^loquat_database_size_bytes Nan$/m)
  } finally {
    holder.release()
  }
  for (const path of ['/health', '/health/ready', '/health/live']) {
    const answer = await ask(path)
    assert.equal(answer.status, 200)
    assert.deepEqual(await answer.json(), { status: 'ok' })
  }
})
