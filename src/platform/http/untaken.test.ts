import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { endpoint, int, z } from '#contract'
import { type Feature, serve } from '#platform/serve'
import { assert, type Person, startServer, TestOrganization, test } from '#test'
import { getEvents } from '../../features/clients/events/api.ts'
import { organizationCache } from '../../features/people/organization/cache.ts'
import { Untaken } from './index.ts'

const million = 1_000_000
const large = endpoint('GET /large', {
  summary: 'Answers much',
  // more than a connection takes by itself
  params: { millions: int.default(40) },
  result: { text: z.string() },
})
const answering: Feature = {
  name: 'answering',
  routes: [serve(large, async (_ctx, { millions }) => ({ text: 'x'.repeat(millions * million) }))],
}

/** Asks for answers of these sizes at once, and reads nothing of them; waits until the first has come. */
async function askAndWait(port: number, { org, email, apiKey }: Person, millions = [40]) {
  const socket = connect(port, '127.0.0.1')
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
  const host = `${org.get(organizationCache).subdomain}.loquat.test`
  const end = `HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n\r\n`
  socket.write(millions.map((size) => `GET /api/v1/large?millions=${size} ${end}`).join(''))
  await new Promise((resolve) => socket.once('readable', resolve))
  return socket
}

/** The status of each answer, in their order. */
async function statusesOf(socket: Socket, count: number): Promise<number[]> {
  const statuses: number[] = []
  let rest = ''
  for await (const chunk of socket) {
    rest += chunk
    statuses.push(...[...rest.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)))
    // a status line may be cut in two
    rest = rest.slice(-10).replace(/HTTP\/1\.1 \d+/, '')
    if (statuses.length === count) break
  }
  return statuses
}

test('whoever takes no answers gets no more of them; others do', async () => {
  const server = await startServer({}, { more: [answering], untaken: new Untaken(million) })
  try {
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const cleo = await society.join('Cleo')
    const { queueId } = await ben.register('message')
    const socket = await askAndWait(server.port, ben)
    const error = await ben.refused(large, {})
    assert.deepEqual([error.status, error.code], [429, 'RATE_LIMIT_HIT'])
    await ben.refused(getEvents, { queue_id: queueId, last_event_id: -1, dont_block: true })
    await cleo.call(large, { millions: 1 })
    socket.destroy()
    for (let isRefused = true; isRefused; )
      isRefused = await ben.call(large, { millions: 1 }).then(
        () => false,
        () => true,
      )
    await ben.call(getEvents, { queue_id: queueId, last_event_id: -1, dont_block: true })
  } finally {
    await server.close()
  }
})

test('of answers that were asked for at once no more are made than may wait', async () => {
  const server = await startServer({}, { more: [answering], untaken: new Untaken(million) })
  try {
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const socket = await askAndWait(server.port, ben, [40, 40, 40, 40, 40])
    assert.deepEqual((await statusesOf(socket, 5)).toSorted(), [200, 429, 429, 429, 429])
  } finally {
    await server.close()
  }
})

test('answers that wait behind others do not count any more when their connection is gone', async () => {
  const server = await startServer({}, { more: [answering], untaken: new Untaken(50 * million) })
  try {
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const socket = await askAndWait(server.port, ben, [20, 1, 60])
    for (let isRefused = false; !isRefused; )
      isRefused = await ben.call(large, { millions: 1 }).then(
        () => false,
        () => true,
      )
    const gone = once(socket, 'close')
    socket.destroy()
    await gone
    let tries = 0
    for (let isRefused = true; isRefused && tries < 5_000; tries++)
      isRefused = await ben.call(large, { millions: 1 }).then(
        () => false,
        () => pause(20, true),
      )
    assert.ok(tries < 5_000)
  } finally {
    await server.close()
  }
})
