import type { ServerResponse } from 'node:http'
import { vi } from 'vitest'
import { badEventQueueId } from '#contract'
import { raw } from '#platform/db'
import { Tail } from '#platform/events'
import { Untaken } from '#platform/http'
import { assert, type Person, startServer, TestOrganization, test } from '#test'
import { LoquatClient } from '../../../../client/index.ts'
import { EventStreamReader, type Frame } from '../../../../test/harness/event-stream.ts'
import { twinOf } from '../../../../test/harness/twin.ts'
import { draftsAdded } from '../../messages/drafts/api.ts'
import { createAccessToken, revokeAccessToken } from '../../sign-in/access-tokens/api.ts'
import { getEvents } from './api.ts'

const databaseUrl = process.env.LOQUAT_TEST_DATABASE_URL
const waiting = async ({ org }: Person, count = 1) => {
  while (org.queues.waiting !== count) await new Promise((resolve) => setTimeout(resolve, 5))
}
const draft = (id: number, content: string) => ({ id, type: '' as const, to: [], topic: '', content, timestamp: 0 })

async function contents(stream: EventStreamReader, count: number): Promise<unknown[]> {
  const found: unknown[] = []
  while (found.length < count) {
    const frame = await stream.next()
    assert.ok(frame, 'the stream ended')
    found.push((frame.data.message as { content: string }).content)
  }
  return found
}

test('a stream has the same events as polls, in order, and headers against buffering', async ({ ada, ben }) => {
  const { queueId: queue_id } = await ben.register('message')
  await ada.sends('before', ben)
  const stream = await EventStreamReader.open(ben, queue_id)
  const { statusCode, headers } = stream.response
  assert.equal(statusCode, 200)
  assert.match(headers['content-type'] ?? '', /^text\/event-stream/)
  assert.equal(headers['cache-control'], 'no-cache, no-transform')
  assert.equal(headers['x-accel-buffering'], 'no')
  assert.match(headers['x-request-id'] as string, /^[\da-f-]{36}$/)
  assert.equal(await stream.nextFrame(), ': connected')
  const first = await stream.next()
  await waiting(ben)
  for (const content of ['one', 'two 🍐\n\ndata: three']) await ada.sends(content, ben)
  const frames = [first, await stream.next(), await stream.next()]
  assert.deepEqual(
    frames.map((frame) => frame?.id),
    frames.map((frame) => `${frame?.data.id}`),
  )
  stream.close()
  // they weren't acknowledged, so a poll returns them again
  const { events } = await ben.call(getEvents, { queue_id, last_event_id: -1, dont_block: true })
  assert.deepEqual(
    frames.map((frame) => frame?.data),
    events as unknown[],
  )
})

test('a client whose stream breaks continues after its last whole event', async ({ ada, ben }) => {
  const { queueId } = await ben.register('message')
  const first = await EventStreamReader.open(ben, queueId)
  for (const content of ['one', 'two', 'three']) await ada.sends(content, ben)
  const received = await first.next()
  first.close()
  await ada.sends('four', ben)
  const second = await EventStreamReader.open(ben, queueId, { lastEventId: Number(received?.id) })
  assert.deepEqual(await contents(second, 3), ['<p>two</p>', '<p>three</p>', '<p>four</p>'])
  second.close()
})

test('a request that takes the usual way gets the same stream', async ({ ada, ben }) => {
  const { queueId } = await ben.register('message')
  const stream = await EventStreamReader.open(ben, queueId, { headers: { 'content-length': '0' } })
  assert.equal(stream.response.headers['x-accel-buffering'], 'no')
  assert.equal(await stream.nextFrame(), ': connected')
  await waiting(ben)
  for (const content of ['one', 'two']) await ada.sends(content, ben)
  assert.deepEqual(await contents(stream, 2), ['<p>one</p>', '<p>two</p>'])
  await ben.send('DELETE', '/events', { queue_id: queueId })
  assert.equal(await stream.next(), undefined)
})

test('a HEAD request gets the headers of a stream, and nothing waits for events', async ({ ben }) => {
  const { queueId } = await ben.register('message')
  const stream = await EventStreamReader.open(ben, queueId, { method: 'HEAD' })
  assert.match(stream.response.headers['content-type'] ?? '', /^text\/event-stream/)
  assert.equal(await stream.next(), undefined)
  await ben.send('GET', '/users/me')
  assert.equal(ben.org.queues.waiting, 0)
})

test('a newer stream or poll for a queue ends its stream', async ({ ada, ben }) => {
  const { queueId: queue_id } = await ben.register('message')
  const first = await EventStreamReader.open(ben, queue_id)
  await waiting(ben)
  const second = await EventStreamReader.open(ben, queue_id)
  assert.equal(await first.next(), undefined)
  await waiting(ben)
  const poll = ben.call(getEvents, { queue_id, last_event_id: -1 })
  assert.equal(await second.next(), undefined)
  await waiting(ben)
  await ada.sends('for the poll', ben)
  assert.equal((await poll).events.length, 1)
})

test('errors before a stream starts are JSON', async ({ ben, cleo }) => {
  const { queueId } = await ben.register('message')
  for (const queue of [queueId, 'nonsense']) {
    const { response, rest } = await opened(EventStreamReader.open(cleo, queue))
    assert.equal(response.statusCode, badEventQueueId.status)
    assert.equal(JSON.parse(await rest()).code, badEventQueueId.code)
  }
  const authorization = 'Bearer nonsense'
  const stranger = await opened(EventStreamReader.open(ben, queueId, { headers: { authorization } }))
  assert.equal(stranger.response.statusCode, 401)
})

const opened = async (opening: Promise<EventStreamReader>) => {
  const stream = await opening
  return { response: stream.response, rest: () => stream.rest() }
}

test('a deleted queue, a deactivated account, and a revoked token end streams', async ({ society, ada, ben, cleo }) => {
  const removed = await ben.register('message')
  const ofRemoved = await EventStreamReader.open(ben, removed.queueId)
  await waiting(ben)
  await ben.send('DELETE', '/events', { queue_id: removed.queueId })
  assert.equal(await ofRemoved.next(), undefined)

  const { queueId } = await ben.register('message')
  const ofDeactivated = await EventStreamReader.open(ben, queueId)
  await waiting(ben)
  await ada.send('DELETE', `/users/${ben.id}`)
  assert.equal(await ofDeactivated.next(), undefined)
  const again = await opened(EventStreamReader.open(ben, queueId))
  assert.equal(again.response.statusCode, 401)

  const { token, access_token } = await ada.call(createAccessToken, { name: 'reader', scopes: ['read'] })
  const agent = new LoquatClient({ token, transport: ada.server.transport(society.subdomain) })
  const { queue_id } = await agent.send('POST', '/register', [['event_types', '["message"]']])
  const headers = { authorization: `Bearer ${token}` }
  const ofToken = await EventStreamReader.open(ada, queue_id as string, { headers })
  await waiting(ada)
  await ada.call(revokeAccessToken, { token_id: access_token.id })
  await cleo.sends('for ada alone', ada)
  assert.equal(await ofToken.next(), undefined)
})

test('a long stream gets heartbeats, then ends, and the next continues', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const server = await startServer()
  try {
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const { queueId } = await ben.register('message')
    const stream = await EventStreamReader.open(ben, queueId)
    const ids: string[] = []
    for (let beats = 0; beats < 3; beats++) {
      await waiting(ben)
      vi.advanceTimersByTime(57_000)
      const frame = await stream.next()
      assert.equal(frame?.data.type, 'heartbeat')
      ids.push(frame?.id as string)
    }
    assert.equal(await stream.next(), undefined)
    assert.equal(new Set(ids).size, 3)
    const next = await EventStreamReader.open(ben, queueId, { lastEventId: Number(ids.at(-1)) })
    await ben.sends('after the heartbeats', ben)
    assert.deepEqual(await contents(next, 1), ['<p>after the heartbeats</p>'])
    next.close()
  } finally {
    vi.useRealTimers()
    await server.close()
  }
})

test('a slow reader gets every event, and the server holds few of them', async ({ ben, society: { org } }) => {
  const responses: ServerResponse[] = []
  ben.server.http.server.on('request', (_request, response) => responses.push(response))
  org.tail = new Tail(org.tail.end, { entries: 4_000, characters: 20_000 })
  const { queueId } = await ben.register('drafts')
  const stream = await EventStreamReader.open(ben, queueId)
  await waiting(ben)
  const count = 3_000
  for (let from = 0; from < count; from += 100)
    await org.transact(null, async ({ emit }) => {
      for (let id = from; id < from + 100; id++)
        emit(draftsAdded, { drafts: [draft(id, 'x'.repeat(10_000))] }, [ben.id])
    })
  // nothing was read so far: the sockets are full, and the stream waits for its reader
  assert.equal(org.queues.waiting, 0)
  const held = Math.max(...responses.map(({ writableLength }) => writableLength))
  assert.ok(held > 0 && held < 300_000, `${held}`)
  const heard: number[] = []
  while (heard.length < count) {
    const frame = await stream.next()
    const { drafts } = (frame as Frame).data as { drafts?: { id: number }[] }
    heard.push(drafts?.[0]?.id ?? -1)
  }
  assert.deepEqual(
    heard,
    Array.from({ length: count }, (_, id) => id),
  )
  stream.close()
})

test('a stream misses nothing after the database lost events that were not for it', async ({ ada, ben, society }) => {
  const { org } = society
  const { queueId } = await ben.register('message')
  const kept = org.position
  for (let id = 1; id <= 5; id++)
    await org.transact(null, async ({ emit }) => emit(draftsAdded, { drafts: [draft(id, 'lost')] }, [ada.id]))
  const stream = await EventStreamReader.open(ben, queueId)
  await waiting(ben)
  await org.db.transaction((tx) => raw(tx, 'delete from event_log where org_id = $1 and position > $2', [org.id, kept]))
  await org.load()
  await ada.sends('new', ben)
  assert.equal(await stream.next(), undefined)
  const next = await EventStreamReader.open(ben, queueId)
  assert.deepEqual(await contents(next, 1), ['<p>new</p>'])
  next.close()
})

test('a stream that its client does not read counts as an unread response', async () => {
  const server = await startServer({}, { untaken: new Untaken(100_000) })
  try {
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const { queueId: queue_id } = await ben.register('message')
    const isRefused = () =>
      ben.call(getEvents, { queue_id, last_event_id: -1, dont_block: true }).then(
        () => false,
        ({ message }) => /too many pending requests/.test(message),
      )
    const ways: Record<string, string>[] = [{}, { 'content-length': '0' }]
    for (const headers of ways) {
      const { queueId } = await ben.register('drafts')
      const stream = await EventStreamReader.open(ben, queueId, { headers })
      await waiting(ben)
      for (let from = 0; from < 3_000; from += 100)
        await society.org.transact(null, async ({ emit }) => {
          for (let id = from; id < from + 100; id++)
            emit(draftsAdded, { drafts: [draft(id, 'x'.repeat(10_000))] }, [ben.id])
        })
      while (!(await isRefused())) await new Promise((resolve) => setTimeout(resolve, 50))
      stream.close()
      while (await isRefused()) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await server.close()
  }
})

test('a stopping server ends streams at once', async () => {
  const server = await startServer()
  const society = await TestOrganization.found(server)
  const ben = await society.join('Ben')
  const { queueId } = await ben.register('message')
  const stream = await EventStreamReader.open(ben, queueId)
  await waiting(ben)
  await server.close()
  assert.equal(await stream.next(), undefined)
})

test.skipIf(!databaseUrl)('a stream on another process has the events of this one', async ({ ada, ben, server }) => {
  const twin = await twinOf(server)
  try {
    const there = await twin.organization(ben.org.id)
    const { queueId } = await ben.register('message')
    const request = { closed: { isClosed: false } }
    const stream = await there.queues.stream(queueId, ben.id, -1, request)
    const next = stream.next()
    await ada.sends('across', ben)
    const { value } = await next
    assert.match(value?.[0]?.text ?? '', /across/)
    await stream.return()
  } finally {
    await twin.stop()
    await twin.db.close()
  }
})
