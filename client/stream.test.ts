import { assert, vi } from 'vitest'
import { ApiError, type WireEvent } from '#contract'
import { test } from '#test'
import { updateSettings } from '../src/features/people/user-settings/api.ts'
import { LoquatClient, type Transport } from './index.ts'
import { Session } from './session.ts'
import type { Streaming } from './stream.ts'

const streamingOf = () => {
  const streaming = {
    isAllowed: true,
    giveUp() {
      streaming.isAllowed = false
    },
  }
  return streaming satisfies Streaming
}

/** Follows a session and collects its events until stopped. */
function follow(session: Session) {
  const end = new AbortController()
  const heard: WireEvent[] = []
  const states: string[] = []
  let seen = () => {}
  const following = session.follow(
    {
      events(events) {
        heard.push(...events)
        seen()
      },
      connection: (state) => void states.push(state),
    },
    end.signal,
  )
  return {
    heard,
    states,
    async until(count: number) {
      while (heard.length < count)
        await new Promise<void>((resolve) => {
          seen = resolve
        })
    },
    async stop() {
      end.abort()
      await following
    },
  }
}

test('a session gets many events with one request', async ({ society, ada }) => {
  const asked: string[] = []
  const transport: Transport = (request) => {
    asked.push(request.path.split('?')[0] as string)
    return society.server.transport(society.subdomain)(request)
  }
  const client = new LoquatClient({ email: ada.email, apiKey: ada.apiKey, transport })
  const session = await Session.open({ client, streaming: streamingOf() })
  const { heard, until, stop } = follow(session)
  for (let count = 1; count <= 6; count++) {
    await ada.call(updateSettings, { twenty_four_hour_time: count % 2 === 1 })
    await until(count)
  }
  await stop()
  assert.equal(heard.length, 6)
  assert.deepEqual(asked, ['/api/v1/register', '/api/v1/events/stream'])
})

/** Cuts a stream after some bytes. */
const cut = (body: ReadableStream<Uint8Array>, bytes: number) => {
  let left = bytes
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (chunk.length < left) controller.enqueue(chunk)
        else {
          controller.enqueue(chunk.subarray(0, left))
          controller.error(new TypeError('network error'))
        }
        left -= chunk.length
      },
    }),
  )
}

test('connections cut inside events lose none and repeat none', async ({ society, ada }) => {
  let bytes = 0
  const transport: Transport = async (request) => {
    const reply = await society.server.transport(society.subdomain)(request)
    // from the comment at the start to the third event
    if (reply.body instanceof ReadableStream) return { ...reply, body: cut(reply.body, 20 + 97 * (bytes++ % 5)) }
    return reply
  }
  const client = new LoquatClient({ email: ada.email, apiKey: ada.apiKey, transport })
  const session = await Session.open({ client, streaming: streamingOf() })
  const { heard, until, stop } = follow(session)
  for (let count = 1; count <= 20; count++) {
    await ada.call(updateSettings, { twenty_four_hour_time: count % 2 === 1 })
    if (count % 3 === 0) await until(count)
  }
  await until(20)
  await stop()
  assert.deepEqual(
    heard.map(({ value }) => value),
    Array.from({ length: 20 }, (_, index) => index % 2 === 0),
  )
  assert.equal(session.lastEventId, heard.at(-1)?.id)
})

type Open = (signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | undefined>

/** Follows a queue on a server that answers polls at once, and streams like that. Returns the requests until it waits. */
async function requestsWith(open: Open, isDown = () => false) {
  const asked: string[] = []
  const streaming = streamingOf()
  let waits = () => {}
  const waiting = new Promise<void>((resolve) => {
    waits = resolve
  })
  const client = {
    call(_endpoint: unknown, { dont_block }: { dont_block: boolean }) {
      asked.push(dont_block ? 'poll at once' : 'poll')
      if (isDown()) return Promise.reject(new TypeError('fetch failed'))
      if (dont_block) return Promise.resolve({ events: [] })
      waits()
      return new Promise(() => {})
    },
    open(_endpoint: unknown, _params: unknown, { signal }: { signal: AbortSignal }) {
      asked.push('stream')
      return open(signal)
    },
  } as unknown as LoquatClient
  const session = Session.adopt({ client, streaming }, { told: { queue_id: 'queue', user_id: 1 }, lastEventId: -1 })
  const end = new AbortController()
  void session.follow({}, end.signal)
  await waiting
  end.abort()
  return { asked, isAllowed: streaming.isAllowed }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('polls replace streams that a proxy holds back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const opened = requestsWith(aborted)
    await vi.advanceTimersByTimeAsync(10_000)
    assert.deepEqual(await opened, { asked: ['stream', 'poll at once', 'poll'], isAllowed: false })
  } finally {
    vi.useRealTimers()
  }
})

test('polls replace streams that a proxy holds back after their beginning', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const opened = requestsWith(async (signal) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      writer.write(new TextEncoder().encode(': connected\n\n')).catch(() => {})
      signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => {}))
      return readable
    })
    for (let streams = 1; streams <= 3; streams++) await vi.advanceTimersByTimeAsync(101_000)
    const tries = ['stream', 'poll at once', 'stream', 'poll at once', 'stream', 'poll at once', 'poll']
    assert.deepEqual(await opened, { asked: tries, isAllowed: false })
  } finally {
    vi.useRealTimers()
  }
})

test('polls replace streams that a server doesn’t have, or a proxy refuses or ends', async () => {
  const older = await requestsWith(() => Promise.reject(new ApiError(404, 'BAD_REQUEST', 'Not found')))
  assert.deepEqual(older, { asked: ['stream', 'poll at once', 'poll'], isAllowed: false })
  const other = await requestsWith(() => Promise.resolve(undefined))
  assert.deepEqual(other, { asked: ['stream', 'poll at once', 'poll'], isAllowed: false })
  const ended = await requestsWith(() => Promise.resolve(new Response(': connected\n\n').body ?? undefined))
  const tries = ['stream', 'poll at once', 'stream', 'poll at once', 'stream', 'poll at once', 'poll']
  assert.deepEqual(ended, { asked: tries, isAllowed: false })
})

test('an unreachable server doesn’t turn streams off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let polls = 0
  try {
    const isDown = () => ++polls === 1
    const opened = requestsWith((signal) => (polls === 0 ? aborted(signal) : Promise.resolve(undefined)), isDown)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.advanceTimersByTimeAsync(60_000)
    const { asked } = await opened
    // the poll after the outage would otherwise have ended streams
    assert.deepEqual(asked.slice(0, 4), ['stream', 'poll at once', 'poll at once', 'stream'])
  } finally {
    vi.useRealTimers()
  }
})
