import { vi } from 'vitest'
import { badEventQueueId, roles } from '#contract'
import { keepQueues } from '#platform/events'
import { Runtime } from '#platform/runtime'
import { assert, startServer, TestOrganization, test } from '#test'
import { raw } from '../../../../test/harness/files.ts'
import { deleteQueue, getEvents } from './api.ts'

const basic = (person: { email: string; apiKey: string }) => ({
  authorization: `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`,
})
const note = (content: string, to: { id: number }) => ({ type: 'direct', to: [to.id], content })

test("acknowledged events aren't repeated, others are", async ({ ben }) => {
  const watch = await ben.register('message')
  for (const content of ['one', 'two']) await ben.send('POST', '/messages', note(content, ben))
  const ask = (last_event_id: number) =>
    ben.call(getEvents, { queue_id: watch.queueId, last_event_id, dont_block: true })
  const { events } = await ask(-1)
  assert.equal(events.length, 2)
  assert.deepEqual((await ask(-1)).events, events)
  const [first, second] = events
  assert.deepEqual((await ask(first?.id as number)).events, [second])
  assert.deepEqual((await ask(second?.id as number)).events, [])
  // an id from the future doesn't acknowledge later events
  await ask(1_000_000)
  await ben.send('POST', '/messages', note('three', ben))
  assert.equal((await ask(second?.id as number)).events.length, 1)
})

test('a newer request for a queue ends the waiting one', async ({ ben }) => {
  const { queueId: queue_id } = await ben.register('message')
  const older = ben.call(getEvents, { queue_id, last_event_id: -1 })
  const newer = ben.call(getEvents, { queue_id, last_event_id: -1 })
  assert.deepEqual((await older).events, [])
  await ben.send('POST', '/messages', note('for the newer one', ben))
  assert.equal((await newer).events.length, 1)
})

test("an unknown queue and another user's queue get the same error", async ({ ben, cleo }) => {
  const { queueId } = await ben.register('message')
  for (const queue_id of [queueId, 'nonsense', '']) {
    await cleo.refused(getEvents, { queue_id, last_event_id: -1 }, badEventQueueId)
    await cleo.refused(deleteQueue, { queue_id }, badEventQueueId)
  }
  await ben.call(deleteQueue, { queue_id: queueId })
  await ben.refused(getEvents, { queue_id: queueId, last_event_id: -1 }, badEventQueueId)
})

test('a poll behaves like every request: headers, errors, parameters', async () => {
  const server = await startServer({ rateLimits: 'on' })
  const society = await TestOrganization.found(server)
  const ben = await society.join('Ben')
  const { queueId } = await ben.register('message')
  const query = new URLSearchParams({ queue_id: queueId, last_event_id: '-1', dont_block: 'true', colour: 'red' })
  const poll = (sending: Parameters<typeof raw>[3], path = `/api/v1/events?${query}`) =>
    raw(server, ben.org, path, sending)
  const plain = await poll({ headers: basic(ben) })
  assert.equal(plain.status, 200)
  assert.match(plain.headers['content-type'] ?? '', /^application\/json/)
  assert.match(plain.headers['x-request-id'] as string, /^[\da-f-]{36}$/)
  assert.match(plain.headers['x-ratelimit-remaining'] as string, /^\d+$/)
  assert.deepEqual(plain.json, {
    result: 'success',
    msg: '',
    events: [],
    queue_id: queueId,
    ignored_parameters_unsupported: ['colour'],
  })
  const form = { ...basic(ben), 'content-type': 'application/x-www-form-urlencoded' }
  const inBody = await poll({ headers: form, body: Buffer.from(`${query}`) }, '/api/v1/events')
  assert.deepEqual(inBody.json, plain.json)
  const stranger = await poll({ headers: { authorization: `Basic ${btoa('ben@loquat.test:wrong')}` } })
  assert.deepEqual([stranger.status, stranger.json.code], [401, 'INVALID_API_KEY'])
  const wrong = await poll({ headers: basic(ben) }, `/api/v1/events?queue_id=${queueId}&last_event_id=soon`)
  assert.equal(wrong.status, 400)
  assert.match(wrong.json.msg as string, /last_event_id/)
  const missing = await poll({ headers: basic(ben) }, '/api/v1/events?last_event_id=1')
  assert.equal(missing.json.code, 'REQUEST_VARIABLE_MISSING')
  const metrics = await raw(server, ben.org, '/metrics')
  assert.match(metrics.body.toString(), /loquat_http_requests_total\{route="GET \/events",status="200"\} [2-9]/)
  await server.close()
})

test('a long wait gets a heartbeat and loses no events', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const server = await startServer()
  try {
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const { queueId: queue_id } = await ben.register('message')
    const waiting = ben.call(getEvents, { queue_id, last_event_id: -1 })
    while (ben.org.queues.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    vi.advanceTimersByTime(44_000)
    assert.equal(ben.org.queues.waiting, 1)
    vi.advanceTimersByTime(13_000)
    const { events } = await waiting
    assert.deepEqual(
      events.map(({ type }) => type),
      ['heartbeat'],
    )
    await ben.send('POST', '/messages', note('after the heartbeat', ben))
    const next = await ben.call(getEvents, { queue_id, last_event_id: events[0]?.id as number })
    assert.equal(next.events[0]?.type, 'message')
    assert.ok((next.events[0]?.id as number) > (events[0]?.id as number))
  } finally {
    vi.useRealTimers()
    await server.close()
  }
})

test('a new guest gets earlier member events; a new member sees a channel once', async ({ ada, ben, gus }) => {
  const watches = [await ben.register('stream'), await gus.register('stream')]
  await ada.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'for members' }] })
  await ada.send('PATCH', `/users/${ben.id}`, { role: roles.guest })
  await ada.send('PATCH', `/users/${gus.id}`, { role: roles.member })
  const [forBen, forGus] = await Promise.all(watches.map((watch) => watch.ops()))
  // the channel disappears for the new guest, and appears for the new member
  assert.deepEqual(forBen?.slice(0, 2), ['create', 'delete'])
  assert.equal(forGus?.filter((op) => op === 'create').length, 1)
})

test('clients whose queues survive a restart are told the new version', async ({ server, society, ben }) => {
  const watch = await ben.register()
  const messages = await ben.register('message')
  // another process with the same database, as after a restart
  const { config, features } = server.runtime
  const again = new Runtime({ config, features, db: server.runtime.db, now: () => new Date(Date.now() + 60_000) })
  await again.resume()
  const org = await again.organization(society.org.id)
  const request = { closed: { isClosed: false, onceClosed: () => () => {} } }
  const poll = (queueId: string) => org.queues.poll(queueId, ben.id, -1, false, request as never)
  const [event] = (await poll(watch.queueId)).map(({ text }) => JSON.parse(text) as Record<string, unknown>)
  const { zulip_version, zulip_feature_level, zulip_merge_base } = watch.initial
  const { generation: server_generation } = again
  const { id: _, ...told } = event ?? {}
  assert.deepEqual(told, { type: 'restart', server_generation, zulip_version, zulip_feature_level, zulip_merge_base })
  assert.deepEqual(await org.queues.poll(messages.queueId, ben.id, -1, true, request as never), [])
  await again.stop()
})

test('a request from before the beginning of the log needs to register again', async () => {
  const server = await startServer()
  const society = await TestOrganization.found(server)
  const ben = await society.join('Ben')
  const { queueId } = await ben.register('message')
  for (const content of ['one', 'two', 'three']) await ben.send('POST', '/messages', note(content, ben))
  const ask = (last_event_id: number) => ben.call(getEvents, { queue_id: queueId, last_event_id, dont_block: true })
  const { events } = await ask(-1)
  const [first, , third] = events.map(({ id }) => id)
  await ask(third as number)
  // events can be read again as long as they are in the log
  assert.deepEqual((await ask(first as number)).events, events.slice(1))

  const org = await server.runtime.organization(society.org.id)
  await keepQueues(org.db, [org], { now: new Date(), keepEventsMs: 0 })
  // another process with the same database, as after a restart: its memory doesn't have them either
  const { config, features, db } = server.runtime
  const again = new Runtime({ config, features, db, now: () => new Date() })
  const { queues } = await again.organization(society.org.id)
  const request = { closed: { isClosed: false, onceClosed: () => () => {} } }
  const poll = (last: number) => queues.poll(queueId, ben.id, last, true, request as never)
  assert.deepEqual(await poll(third as number), [])
  await poll(first as number).then(
    () => assert.fail('something is missing'),
    (problem: unknown) => assert.equal((problem as { code: string }).code, badEventQueueId.code),
  )
  await server.close()
})
