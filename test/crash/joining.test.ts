import { test } from 'vitest'
import { assert, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'

const senders = 4
const newcomers = 40

interface Event {
  id: number
  type: string
  message: { id: number }
}

test('a queue begun while others write hears of all that its register does not know', async () => {
  const server = await RealServer.prepare()
  try {
    const { email, apiKey, userId } = await server.createOrganization()
    await server.start()
    const client = new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
    const sent: number[] = []
    const send = async (content: string) => {
      const { id } = await client.send('POST', '/messages', [
        ['type', 'direct'],
        ['to', `[${userId}]`],
        ['content', content],
      ])
      sent.push(id as number)
      return id as number
    }
    let isSending = true
    const sendOn = async () => {
      while (isSending) await send('hello')
    }
    const writing = Promise.all(Array.from({ length: senders }, sendOn))
    const begun: { queue: string; known: number; last: number }[] = []
    for (let newcomer = 0; newcomer < newcomers; newcomer++) {
      const answer = await client.send('POST', '/register', [['event_types', '["message"]']])
      const { queue_id, max_message_id, last_event_id } = answer as Record<string, never>
      begun.push({ queue: queue_id as never, known: max_message_id as never, last: last_event_id as never })
    }
    isSending = false
    await writing
    assert.ok(sent.length > newcomers)
    const last = await send('the last one')
    for (const { queue, known, last: startedAt } of begun) {
      const heard: number[] = []
      for (let at = startedAt; !heard.includes(last); ) {
        const { events } = await client.send('GET', '/events', [
          ['queue_id', queue],
          ['last_event_id', String(at)],
        ])
        for (const { id, type, message } of events as Event[]) {
          at = id
          if (type === 'message') heard.push(message.id)
        }
      }
      assert.deepEqual(
        heard,
        sent.filter((id) => id > known).sort((a, b) => a - b),
      )
    }
  } finally {
    await server.dispose()
  }
}, 600_000)
