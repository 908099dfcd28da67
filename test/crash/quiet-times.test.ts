import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { assert, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import * as api from '../../src/features/people/quiet-times/api.ts'
import type { QuietDigest } from '../../src/features/people/quiet-times/wire.ts'

test('a server that is killed during a pause tells everything after it', async () => {
  const server = await RealServer.prepare()
  try {
    const { email, apiKey } = await server.createOrganization()
    await server.start()
    const client = new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
    const until = Math.floor(Date.now() / 1000) + 600
    await client.call(api.pauseNotifications, { until })
    await client.send('POST', '/reminders', [['note', 'Tea']])
    const reminded = async () => {
      for (;;) {
        const { messages } = await client.send('GET', '/messages', [
          ['anchor', 'newest'],
          ['num_before', '1'],
          ['num_after', '0'],
        ])
        const [one] = messages as { id: number; content: string }[]
        if (one?.content.includes('Tea')) return one.id
        await pause(20)
      }
    }
    const id = await reminded()
    await server.end('SIGKILL')
    server.isHere = true
    await server.start()
    assert.equal((await client.call(api.getQuietTime, {})).quiet_until, until)
    await client.call(api.endQuietTime, {})
    const digest = async () => {
      for (;;) {
        const { quiet_digest } = await client.send('POST', '/register', [['fetch_event_types', '["quiet_digest"]']])
        if (quiet_digest) return quiet_digest as QuietDigest
        await pause(20)
      }
    }
    assert.ok((await digest()).direct_messages.includes(id))
  } finally {
    await server.dispose()
  }
})
