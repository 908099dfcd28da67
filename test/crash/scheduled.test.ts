import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { ApiError } from '#contract'
import { assert, chance, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import { inThePast } from '../../src/features/messages/scheduled-messages/api.ts'

/** How often the process is killed; more for whoever has the time. */
const rounds = Number(process.env.LOQUAT_CRASH_ROUNDS ?? 5)
/** In each round. */
const messages = 12
const reminders = 4

test('a server killed around the delivery sends each scheduled message and reminder once', async () => {
  const server = await RealServer.prepare()
  try {
    const { email, apiKey, userId } = await server.createOrganization()
    await server.start()
    const client = () => new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
    await client().send('POST', '/users/me/subscriptions', [['subscriptions', '[{"name":"later"}]']])
    const { stream_id } = await client().send('GET', '/get_stream_id', [['stream', 'later']])

    const planned: string[] = []
    const soon = () => Math.ceil(Date.now() / 1000) + 1
    /** Writes what falls due soon: messages to a channel and to oneself, and reminders; answers the time. */
    const plan = async (round: number): Promise<number> => {
      const one = client()
      let timestamp = soon()
      const add = async (path: string, params: [string, string][]): Promise<void> => {
        try {
          await one.send('POST', path, [...params, ['scheduled_delivery_timestamp', String(timestamp)]])
        } catch (error) {
          // on a busy machine the time may have come before the request did
          if (!(error instanceof ApiError) || error.message !== inThePast.message) throw error
          timestamp = soon()
          await add(path, params)
        }
      }
      const work: Promise<unknown>[] = []
      for (let number = 0; number < messages; number++) {
        const content = `message ${number} of round ${round}`
        const to: [string, string][] =
          number % 2
            ? [
                ['type', 'channel'],
                ['to', String(stream_id)],
                ['topic', `topic ${number}`],
              ]
            : [
                ['type', 'direct'],
                ['to', `[${userId}]`],
              ]
        work.push(add('/scheduled_messages', [...to, ['content', content]]))
        planned.push(content)
      }
      for (let number = 0; number < reminders; number++) {
        const note = `reminder ${number} of round ${round}`
        work.push(add('/reminders', [['note', note]]))
        planned.push(`You asked for a reminder.\n\nYour note: ${note}`)
      }
      await Promise.all(work)
      return timestamp
    }

    const random = chance(1)
    for (let round = 0; round < rounds; round++) {
      const timestamp = await plan(round)
      // mostly in the first hundredths of a second, when things happen; at times before, at times long after
      const after = random() ** 2 * 200 - 10
      await pause(Math.max(0, timestamp * 1000 + after - Date.now()))
      await server.end('SIGKILL')
      await server.start()
    }

    const waiting = async () => {
      const { scheduled_messages } = (await client().send('GET', '/scheduled_messages')) as {
        scheduled_messages: { failed: boolean }[]
      }
      const { reminders: left } = (await client().send('GET', '/reminders')) as { reminders: unknown[] }
      assert.ok(scheduled_messages.every(({ failed }) => !failed))
      return scheduled_messages.length + left.length
    }
    while ((await waiting()) > 0) await pause(50)

    const sent: string[] = []
    for (let anchor = 'newest'; ; ) {
      const page = (await client().send('GET', '/messages', [
        ['anchor', anchor],
        ['include_anchor', anchor === 'newest' ? 'true' : 'false'],
        ['num_before', '1000'],
        ['num_after', '0'],
        ['apply_markdown', 'false'],
      ])) as { messages: { id: number; content: string }[]; found_oldest: boolean }
      sent.push(...page.messages.map(({ content }) => content).filter((content) => / of round /.test(content)))
      const oldest = page.messages[0]?.id
      if (page.found_oldest || oldest === undefined) break
      anchor = String(oldest)
    }
    assert.deepEqual(sent.sort(), planned.sort())
  } finally {
    await server.dispose()
  }
}, 3_600_000)
