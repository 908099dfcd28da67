import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { raw } from '#platform/db'
import { Runtime } from '#platform/runtime'
import { assert, type Person, startServer, TestOrganization, test } from '#test'
import { createReminder } from '../src/features/messages/reminders/api.ts'
import { createScheduledMessage } from '../src/features/messages/scheduled-messages/api.ts'
import { noon, passTo } from '../src/features/messages/scheduled-messages/fixture.ts'
import { presenceCache } from '../src/features/people/presence/actions.ts'
import { evict, wakeAt } from './harness/sleep.ts'
import { twinOf } from './harness/twin.ts'

const type = (from: Person, to: Person, op: 'start' | 'stop') =>
  from.send('POST', '/typing', { op, type: 'direct', to: [to.id] })

const contents = async (person: Person): Promise<string[]> => {
  const { messages } = await person.send('GET', '/messages', {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
  })
  return (messages as { content: string }[]).map(({ content }) => content)
}

test.afterEach(({ server }) => server.clock.release())

test('queues continue after a sleep, and IDs increase', async ({ server, ada, ben }) => {
  const watch = await ben.register('message', 'typing')
  for (const round of [1, 2, 3]) {
    await ada.sends(`message ${round}`, ben)
    await type(ada, ben, 'start')
    await type(ada, ben, 'stop')
    await watch.until(({ type, op, id }) => type === 'typing' && op === 'stop' && id >= watch.lastEventId)
    await evict(server, ada.org.id)
    await type(ada, ben, 'start')
    await watch.drain()
  }
  const messages = await watch.of('message')
  assert.deepEqual(
    messages.map(({ message }) => (message as { content: string }).content),
    ['<p>message 1</p>', '<p>message 2</p>', '<p>message 3</p>'],
  )
  const ids = watch.events.map(({ id }) => id)
  assert.deepEqual(
    ids,
    [...new Set(ids)].sort((a, b) => a - b),
  )
  assert.equal(watch.events.filter(({ type }) => type === 'typing').length, 9)
})

test('concurrent requests wait for one load', async ({ server, ada, ben }) => {
  await evict(server, ada.org.id)
  const { loads } = server.runtime.counts
  await Promise.all([ada, ben, ada, ben].map((person) => person.send('GET', '/users/me')))
  assert.equal(server.runtime.counts.loads, loads + 1)
})

test('an organization with an open transaction or a waiting client stays in memory', async () => {
  // a server without other organizations: storing the state of an evicted one would wait for this transaction
  const server = await startServer()
  try {
    const { runtime } = server
    const { org, owner: ada } = await TestOrganization.found(server)
    await org.transact(null, async () => {
      await runtime.rest({ idleMs: 0 })
      assert.ok(runtime.opened(org.id))
    })
    const watch = await ada.register('message')
    const waiting = watch.until(({ type }) => type === 'message')
    while (org.queues.waiting === 0) await pause(5)
    await runtime.rest({ idleMs: 0 })
    assert.ok(runtime.opened(org.id))
    await ada.sends('at last', ada)
    await waiting
  } finally {
    await server.close()
  }
})

test('state that was only in memory survives a sleep', async ({ server, ada }) => {
  const { id } = ada.org
  await ada.send('POST', '/users/me/presence', { status: 'active' })
  const before = ada.org.get(presenceCache).get(ada.id)
  assert.ok(before)
  await evict(server, id)
  // as after a kill
  const { config, features, db } = server.runtime
  const other = new Runtime({ config, features, db, now: server.clock.now })
  const org = await other.organization(id)
  assert.deepEqual(org.get(presenceCache).get(ada.id)?.active, before.active)
})

test('over the limit, the least recently used organizations are evicted', async () => {
  const server = await startServer()
  try {
    const { runtime } = server
    const ids: number[] = []
    for (const _ of [1, 2, 3]) ids.push((await TestOrganization.found(server)).org.id)
    const [first = 0, second = 0, third = 0] = ids
    await runtime.organization(first)
    await runtime.rest({ most: 2, leastIdleMs: 0 })
    assert.deepEqual(
      [first, second, third].map((id) => runtime.opened(id) !== undefined),
      [true, false, true],
    )
  } finally {
    await server.close()
  }
})

test('scheduled messages and reminders are sent in a sleeping organization', async ({ server, ada, ben }) => {
  server.clock.set(new Date(noon * 1000))
  const scheduled_delivery_timestamp = noon + 60
  await ada.call(createScheduledMessage, {
    type: 'direct',
    to: [ben.id],
    content: 'soup',
    scheduled_delivery_timestamp,
  })
  const message_id = await ben.sends('think of it', ada)
  await ada.call(createReminder, { message_id, scheduled_delivery_timestamp })
  await evict(server, ada.org.id)
  await passTo(server, 61)
  assert.equal((await contents(ben)).at(-1), 'soup')
  // both are due at the same time, so either can be the newest
  assert.ok((await contents(ada)).some((content) => /You asked for a reminder/.test(content)))
})

test('expired data wakes a sleeping organization within a day, and it sleeps again', async ({ server, ada }) => {
  const { id } = ada.org
  const dayMs = 86_400_000
  server.clock.set(new Date())
  await ada.send('PATCH', '/realm', { message_retention_days: '7' })
  await ada.sends('soon gone', ada)
  await evict(server, id)
  const due = await wakeAt(server, id)
  assert.ok(due && due.getTime() <= server.clock.now().getTime() + dayMs)
  server.clock.advance(8 * dayMs)
  await server.runtime.timer.wake()
  assert.equal(server.runtime.opened(id), undefined)
  const [left] = await server.runtime.db.read((tx) =>
    raw<{ count: number }>(tx, 'select count(*)::int as count from message where org_id = $1', [id]),
  )
  assert.equal(left?.count, 0)
})

test('cycles of sleep and use leave nothing behind', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const server = await startServer()
  try {
    const { runtime } = server
    const ids: number[] = []
    for (const _ of [1, 2]) ids.push((await TestOrganization.found(server)).org.id)
    const loaded: WeakRef<object>[] = []
    for (let cycle = 0; cycle < 10; cycle++) {
      for (const id of ids) {
        loaded.push(new WeakRef(await runtime.organization(id)))
        await evict(server, id)
      }
      await pause(1)
      collect()
    }
    const living = () => new Set(loaded.flatMap((one) => one.deref() ?? []))
    assert.ok(runtime.counts.loads >= 20)
    // the last of each may not have been collected yet
    assert.ok(living().size <= ids.length, `${living().size} are still there`)
  } finally {
    await server.close()
  }
})

test.skipIf(!process.env.LOQUAT_TEST_DATABASE_URL)(
  'a process that slept while another wrote catches up on request',
  async ({ server, ada, ben }) => {
    const twin = await twinOf(server)
    try {
      const { id } = ada.org
      const watch = await ben.register('message')
      await twin.organization(id)
      await evict({ runtime: twin }, id)
      for (const content of ['one', 'two']) await ada.sends(content, ben)
      assert.equal(twin.opened(id), undefined)
      const there = await twin.organization(id)
      assert.equal(there.position, ada.org.position)
      const events = await there.queues.poll(watch.queueId, ben.id, -1, true, { closed: { isClosed: false } })
      assert.equal(events.length, 2)
      await evict(server, id)
      await there.transact(null, async ({ tx }) => raw(tx, 'select 1', []))
      await ada.sends('three', ben)
      assert.deepEqual((await watch.of('message')).length, 3)
    } finally {
      await twin.stop()
      await twin.db.close()
    }
  },
)
