import { ApiError, asUserId, endpoint, z } from '#contract'
import { raw } from '#platform/db'
import { type Exchange, type Feature, serve } from '#platform/serve'
import { assert, type Person, startServer, TestOrganization, test } from '#test'
import { getEvents } from '../../features/clients/events/api.ts'
import { Spending } from './index.ts'

const budgetMs = 10_000
const ada = asUserId(1)

function begin() {
  const refusals: [user: number, line: string, first: boolean][] = []
  let now = 1_000_000
  const spending = new Spending({
    budgetMs,
    now: () => now,
    refused: (user, line, _ms, first) => refusals.push([user, line, first]),
  })
  const isRefused = (line: string, user = ada): number => {
    try {
      spending.admit(user, line)()
      return 0
    } catch (error) {
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.status, error.code], [429, 'RATE_LIMIT_HIT'])
      return Number(error.fields['retry-after'])
    }
  }
  const wait = (ms: number) => {
    now += ms
  }
  return { spending, isRefused, refusals, wait }
}

test('a user over budget is refused the expensive endpoint and nothing else', () => {
  const { spending, isRefused, refusals } = begin()
  spending.spent(ada, 'GET /messages', budgetMs - 1)
  assert.equal(isRefused('GET /messages'), 0)
  spending.spent(ada, 'POST /messages', 5)
  assert.ok(isRefused('GET /messages') > 0)
  assert.equal(isRefused('POST /messages'), 0)
  assert.equal(isRefused('POST /typing'), 0)
  assert.equal(isRefused('GET /messages', asUserId(2)), 0)
  isRefused('GET /messages')
  assert.deepEqual(refusals, [
    [1, 'GET /messages', true],
    [1, 'GET /messages', false],
  ])
})

test('a user who waits as long as told is admitted, and no earlier', () => {
  const { spending, isRefused, wait } = begin()
  spending.spent(ada, 'GET /messages', 4_000)
  wait(20_000)
  spending.spent(ada, 'GET /messages', 7_000)
  const secs = isRefused('GET /messages')
  wait(secs * 1000 - 200)
  assert.ok(isRefused('GET /messages') > 0)
  wait(300)
  assert.equal(isRefused('GET /messages'), 0)
  // earlier cost still counts
  spending.spent(ada, 'GET /messages', 3_000)
  assert.ok(isRefused('GET /messages') > 0)
  wait(66_000)
  assert.equal(isRefused('GET /messages'), 0)
})

test('many cheap requests are refused in the end', () => {
  const { spending, isRefused } = begin()
  for (let line = 0; line < 25; line++) spending.spent(ada, `GET /${line}`, budgetMs / 10 - 100)
  assert.ok(isRefused('GET /1') > 0)
  assert.ok(isRefused('GET /never-asked') > 0)
})

test('work in other threads is charged to the requests in progress', () => {
  const { spending, isRefused } = begin()
  spending.spentElsewhere(ada, budgetMs)
  assert.equal(isRefused('POST /messages'), 0)
  const ended = spending.admit(ada, 'POST /messages')
  spending.spentElsewhere(ada, budgetMs)
  assert.ok(isRefused('POST /messages') > 0)
  assert.equal(isRefused('GET /messages'), 0)
  ended()
  ended()
  spending.spentElsewhere(ada, budgetMs)
  assert.equal(isRefused('GET /messages'), 0)
})

test('users inactive for a minute are forgotten', () => {
  const { spending, isRefused, wait } = begin()
  for (let user = 1; user <= 100; user++) spending.spent(asUserId(user), 'GET /messages', 5)
  assert.equal(spending.people, 100)
  wait(70_000)
  isRefused('GET /messages', asUserId(7))
  assert.equal(spending.people, 1)
})

const sleep = endpoint('POST /sleep', {
  summary: 'Keeps the database busy',
  params: { seconds: z.number() },
})
const order: number[] = []
const asleep: Feature = {
  name: 'asleep',
  routes: [
    serve(sleep, async ({ read, viewer }, { seconds }) => {
      await read((tx) => raw(tx, 'select pg_sleep($1)', [seconds]))
      order.push(viewer.id)
      return {}
    }),
  ],
}

const limits = { rateLimits: 'on', userWorkSecondsPerMinute: '2' }

test('database time is counted: only the expensive user is limited, and logged', async () => {
  const lines: string[] = []
  const server = await startServer(
    { ...limits, logLevel: 'warn' },
    { more: [asleep], log: { write: (line) => lines.push(line) } },
  )
  try {
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const cleo = await society.join('Cleo')
    const watch = await ben.register('message')
    await ben.call(sleep, { seconds: 2.05 })
    const error = await ben.refused(sleep, { seconds: 2.05 })
    assert.deepEqual(
      [error.status, error.code, error.message],
      [429, 'RATE_LIMIT_HIT', 'API usage exceeded rate limit'],
    )
    assert.ok(Number(error.fields['retry-after']) > 0)
    // polls continue regardless of the budget
    await ben.call(getEvents, { queue_id: watch.queueId, last_event_id: -1, dont_block: true })
    await cleo.call(sleep, { seconds: 2.05 })
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ endpoint }) => endpoint)
    assert.deepEqual(
      warnings.map(({ user, endpoint, msg }) => [user, endpoint, msg]),
      [[ben.id, 'POST /sleep', 'user rate-limited: too much processing time']],
    )
    const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
    assert.match(metrics, /^loquat_requests_limited_total 1$/m)
  } finally {
    await server.close()
  }
})

test('statements in mutations are counted too', async () => {
  const write = endpoint('POST /write', { summary: 'Writes for a while' })
  const writing: Feature = {
    name: 'writing',
    routes: [
      serve(write, async (ctx) => {
        await ctx.transact((mutation) => raw(mutation.tx, 'select pg_sleep(2.05)', []))
        return {}
      }),
    ],
  }
  const server = await startServer(limits, { more: [writing] })
  try {
    const { owner } = await TestOrganization.found(server)
    await owner.call(write)
    assert.equal((await owner.refused(write, {})).code, 'RATE_LIMIT_HIT')
  } finally {
    await server.close()
  }
})

test("with one connection, a user's many requests wait behind each other", async () => {
  const server = await startServer({}, { more: [asleep] })
  try {
    if (!server.runtime.db.embedded) return
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const cleo = await society.join('Cleo')
    order.length = 0
    const asked = (person: Person) => person.call(sleep, { seconds: 0.06 })
    const many = Array.from({ length: 8 }, () => asked(ben))
    while (order.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([...many, asked(cleo)])
    const place = order.indexOf(cleo.id)
    assert.ok(place < order.length - 2, `in place ${place} of ${order.length}`)
  } finally {
    await server.close()
  }
})

test("with one connection, an address's anonymous exchanges wait behind each other", async () => {
  const served: string[] = []
  const exchange: Exchange = {
    path: '/nap',
    isForAnyone: true,
    headers: {},
    operations: [],
    describe: () => ({ status: 204 }),
    async handle({ read }, { rest }) {
      await read((tx) => raw(tx, 'select pg_sleep(0.06)', []))
      served.push(rest)
      return { status: 204 }
    },
  }
  const server = await startServer({ trustProxy: 'loopback' }, { more: [{ name: 'nap', exchanges: [exchange] }] })
  try {
    if (!server.runtime.db.embedded) return
    await TestOrganization.found(server)
    const ask = async (name: string, address: string) => {
      const headers = { 'x-forwarded-for': address }
      const { status } = await fetch(`http://127.0.0.1:${server.port}/api/v1/nap/${name}`, { method: 'POST', headers })
      assert.equal(status, 204)
    }
    // addresses of one network
    const many = Array.from({ length: 8 }, (_, nth) => ask('many', `2001:db8::${nth}`))
    while (served.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([...many, ask('one', '2001:db8:0:1::1')])
    const place = served.indexOf('one')
    assert.ok(place < served.length - 2, `in place ${place} of ${served.length}`)
  } finally {
    await server.close()
  }
})
