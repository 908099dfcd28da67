import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { assert, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import { registerClientDevice, registerPush } from '../../src/features/notifications/push-devices/api.ts'
import { fetchApiKey } from '../../src/features/people/users/key-api.ts'
import { PushApp } from '../peers/push-app.ts'
import { PushRelay } from '../peers/push-relay.ts'

// with a database server it takes a minute until another process may do what this one had begun
test('a notification of an acknowledged message survives a server killed while it is sent', async () => {
  const relay = await PushRelay.start()
  const server = await RealServer.prepare()
  Object.assign(server.environment, {
    LOQUAT_PUSH_RELAY_URL: relay.url,
    LOQUAT_PUSH_RELAY_ORG_ID: relay.id,
    LOQUAT_PUSH_RELAY_KEY: relay.key,
  })
  try {
    const { email, apiKey } = await server.createOrganization()
    await server.start()
    const ada = new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
    const person = { email: 'ben@society.example', full_name: 'Ben', password: 'correct horse battery' }
    const { user_id } = await ada.send('POST', '/users', Object.entries(person))
    const key = await ada.call(fetchApiKey, { username: person.email, password: person.password })
    const ben = new LoquatClient({ email: key.email, apiKey: key.api_key, transport: fetchTransport(server.url) })
    const app = new PushApp(relay)
    const { device_id } = await ben.call(registerClientDevice, {})
    await ben.call(registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
    await relay.until(() => relay.registered.length === 1)
    // the relay has registered it, and the server hears of that a little later
    const isRegistered = async () => {
      const { devices } = await ben.send('POST', '/register', [['event_types', '["device"]']])
      return (devices as Record<string, { push_token_id: string | null }>)[device_id]?.push_token_id === app.tokenId
    }
    while (!(await isRegistered())) await pause(20)
    const say = (content: string) =>
      ada.send('POST', '/messages', [
        ['type', 'direct'],
        ['to', `[${user_id}]`],
        ['content', content],
      ])
    const contents = () => new Set(app.received().map(({ content }) => content))
    await say('first')
    await relay.until(() => contents().has('first'))

    // the relay takes the request and never answers it
    const { asked } = relay.hold()
    await say('not lost')
    await asked
    await say('not lost either')
    await server.end('SIGKILL')
    assert.ok(!contents().has('not lost'))
    await server.start()
    await relay.until(() => contents().has('not lost') && contents().has('not lost either'))
  } finally {
    await server.dispose()
    await relay.close()
  }
})
