import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { assert, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../client/index.ts'

test('a server stopped while busy ends, and continues after a restart', async () => {
  const server = await RealServer.prepare()
  try {
    const { email, apiKey, userId } = await server.createOrganization()
    const count = 300
    for (let round = 1; round <= 3; round++) {
      await server.start()
      const client = new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
      for (let sent = 0; sent < count; sent += 50)
        await Promise.all(
          Array.from({ length: 50 }, () =>
            client.send('POST', '/messages', [
              ['type', 'direct'],
              ['to', `[${userId}]`],
              ['content', `Xylophones of round ${round}`],
            ]),
          ),
        )
      // in another phase of the server's one-second cycle each time
      await pause(round * 300)
      assert.equal(await server.end('SIGTERM'), 0)
    }
    await server.start()
    const client = new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
    const { messages } = await client.send('GET', '/messages', [
      ['anchor', 'newest'],
      ['num_before', '5000'],
      ['num_after', '0'],
      ['narrow', '[["search", "xylophones"]]'],
    ])
    assert.equal((messages as unknown[]).length, 3 * count)
    assert.equal(await server.end('SIGTERM'), 0)
  } finally {
    await server.dispose()
  }
})
