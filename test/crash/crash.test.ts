import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { ApiError } from '#contract'
import { assert, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'

/** How often the process is killed; set more for longer runs. */
const rounds = Number(process.env.LOQUAT_CRASH_ROUNDS ?? 5)
const senders = 4
const pollers = 3

interface Event {
  id: number
  type: string
  message: { id: number; content: string }
}

/** As opposed to the server's own notices. */
const isOurs = (content: string) => / of sender |the last one/.test(content)

/** Retries while the server is down; any response ends it. */
async function untilAnswered<T>(call: () => Promise<T>, goOn: () => boolean): Promise<T | undefined> {
  while (goOn()) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ApiError) throw error
      await pause(20)
    }
  }
  return undefined
}

test('a server killed repeatedly keeps acknowledged messages, once each, and its queues', async () => {
  const server = await RealServer.prepare()
  try {
    const { email, apiKey, userId } = await server.createOrganization()
    await server.start()
    const client = new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
    await client.send('POST', '/users/me/subscriptions', [['subscriptions', '[{"name":"storm"}]']])
    const always = () => true

    let sending = true
    const acknowledged = new Map<string, number>()
    const send = async (sender: number) => {
      for (let number = 0; sending; number++) {
        const content = `message ${number} of sender ${sender}`
        const to: [string, string][] =
          number % 2
            ? [
                ['type', 'channel'],
                ['to', 'storm'],
                ['topic', `topic ${sender}`],
              ]
            : [
                ['type', 'direct'],
                ['to', `[${userId}]`],
              ]
        try {
          const { id } = await client.send('POST', '/messages', [...to, ['content', content]])
          acknowledged.set(content, id as number)
        } catch (error) {
          // it's unknown whether this one was stored, so it isn't sent again
          if (error instanceof ApiError) throw error
          await pause(20)
        }
      }
    }

    let lastMessage = Number.POSITIVE_INFINITY
    const poll = async (queue_id: unknown) => {
      const events: Event[] = []
      let last = -1
      let newest = 0
      while (newest < lastMessage) {
        const answer = await untilAnswered(
          () =>
            client.send('GET', '/events', [
              ['queue_id', String(queue_id)],
              ['last_event_id', String(last)],
            ]),
          always,
        )
        for (const event of (answer?.events ?? []) as Event[]) {
          assert.ok(event.id > last, `event ${event.id} after ${last}`)
          last = event.id
          if (event.type !== 'message') continue
          events.push(event)
          newest = event.message.id
        }
      }
      return events
    }

    // register before the first message is sent, or they miss some
    const queues: unknown[] = []
    for (let poller = 0; poller < pollers; poller++) {
      queues.push((await client.send('POST', '/register', [['event_types', '["message"]']])).queue_id)
    }
    const watching = Promise.all(queues.map(poll))
    const writing = Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)))
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged.size
      while (acknowledged.size < before + 40) await pause(5)
      await server.end('SIGKILL')
      await server.start()
    }
    sending = false
    await writing
    const { id } = await client.send('POST', '/messages', [
      ['type', 'direct'],
      ['to', `[${userId}]`],
      ['content', 'the last one'],
    ])
    lastMessage = id as number

    const { messages } = (await client.send('GET', '/messages', [
      ['anchor', 'newest'],
      ['num_before', '4900'],
      ['num_after', '0'],
      ['apply_markdown', 'false'],
    ])) as {
      messages: { id: number; content: string }[]
    }
    const ours = messages.filter(({ content }) => isOurs(content))
    const kept = new Map<string, number>()
    for (const message of ours) {
      assert.ok(!kept.has(message.content), `${message.content} is there twice`)
      kept.set(message.content, message.id)
    }
    for (const [content, sentId] of acknowledged) assert.equal(kept.get(content), sentId, `${content} was acknowledged`)

    const expected = ours.map((message) => message.id)
    for (const events of await watching)
      assert.deepEqual(
        events.flatMap(({ message }) => (isOurs(message.content) ? [message.id] : [])),
        expected,
      )
  } finally {
    await server.dispose()
  }
}, 3_600_000)
