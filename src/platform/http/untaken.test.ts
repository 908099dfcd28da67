import { connect } from 'node:net'
import { endpoint, z } from '#contract'
import { type Area, serve } from '#platform/serve'
import { assert, type Person, startServer, TestOrganization, test } from '#test'
import { getEvents } from '../../areas/events/api.ts'
import { organizationMirror } from '../../areas/organization/mirror.ts'
import { Untaken } from './index.ts'

const large = endpoint('GET /large', { summary: 'Answers much', result: { text: z.string() } })
const answering: Area = {
  name: 'answering',
  // more than a connection takes by itself
  routes: [serve(large, async () => ({ text: 'x'.repeat(40_000_000) }))],
}

/** Asks, and reads nothing of the answer; waits until it has come. */
async function askAndWait(port: number, { org, email, apiKey }: Person) {
  const socket = connect(port, '127.0.0.1')
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
  const host = `${org.get(organizationMirror).subdomain}.loquat.test`
  socket.write(`GET /api/v1/large HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n\r\n`)
  await new Promise((resolve) => socket.once('readable', resolve))
  return socket
}

test('whoever takes no answers gets no more of them; others do', async () => {
  const server = await startServer({}, { more: [answering], untaken: new Untaken(1_000_000) })
  try {
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const cleo = await society.join('Cleo')
    const { queueId } = await ben.register('message')
    const socket = await askAndWait(server.port, ben)
    const error = await ben.refused(large, {})
    assert.deepEqual([error.status, error.code], [429, 'RATE_LIMIT_HIT'])
    await ben.refused(getEvents, { queue_id: queueId, last_event_id: -1, dont_block: true })
    await cleo.call(large)
    socket.destroy()
    for (let isRefused = true; isRefused; )
      isRefused = await ben.call(large).then(
        () => false,
        () => true,
      )
    await ben.call(getEvents, { queue_id: queueId, last_event_id: -1, dont_block: true })
  } finally {
    await server.close()
  }
})
