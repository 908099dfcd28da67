import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { assert, freePort, test } from '#test'

/** Suggests these ports first, then random ones. */
const drawing =
  (...ports: number[]) =>
  () =>
    ports.shift() ?? randomInt(22_000, 32_000)

test('a port is given only once, although no server uses it yet', async () => {
  const [first, second] = [await freePort(), await freePort()]
  assert.notEqual(first, second)
  assert.ok(![first, second].includes(await freePort(drawing(first, second))))
})

test('a port that a server uses is skipped', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  try {
    assert.notEqual(await freePort(drawing(port)), port)
  } finally {
    server.close()
  }
})
