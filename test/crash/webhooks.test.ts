import { test } from 'vitest'
import { assert, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import { WebServer } from '../harness/web.ts'

test('a webhook interrupted by a kill is retried; its bot replies once', async () => {
  const server = await RealServer.prepare()
  Object.assign(server.environment, {
    LOQUAT_OUTBOUND_ALLOW: '127.0.0.0/8',
    LOQUAT_WEBHOOK_TIMEOUT_SECONDS: '5',
  })
  const web = await WebServer.start(() => undefined)
  try {
    const { email, apiKey } = await server.createOrganization()
    await server.start()
    const client = () => new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
    const bot: [string, string][] = [
      ['full_name', 'Loom'],
      ['short_name', 'loom'],
      ['bot_type', '3'],
      ['payload_url', web.url],
    ]
    const { user_id } = await client().send('POST', '/bots', bot)
    const message: [string, string][] = [
      ['type', 'direct'],
      ['to', `[${user_id}]`],
      ['content', 'Are you there?'],
    ]
    const { id } = await client().send('POST', '/messages', message)
    await web.asked(1)
    await server.end('SIGKILL')
    web.answer = () => ({ content: 'Here.' })
    await server.start()
    await web.asked(2)
    const told = web.requests.map(({ body }) => JSON.parse(body).message.id)
    assert.deepEqual([...new Set(told)], [id])
    const replies = async () => {
      const query: [string, string][] = [
        ['anchor', String(id)],
        ['num_before', '0'],
        ['num_after', '50'],
      ]
      const { messages } = await client().send('GET', '/messages', query)
      return (messages as { sender_id: number }[]).filter(({ sender_id }) => sender_id === user_id)
    }
    while ((await replies()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    // no deliveries are left to repeat
    await server.end('SIGTERM')
    await server.start()
    assert.equal((await replies()).length, 1)
    assert.equal(web.requests.length, told.length)
  } finally {
    await web.close()
    await server.dispose()
  }
})
