import { once } from 'node:events'
import { connect } from 'node:net'
import { endpoint } from '#contract'
import { type Feature, serve } from '#platform/serve'
import { assert, startServer, TestOrganization, test } from '#test'

test('a silent connection is ended, but not while its request is being worked on', async () => {
  let goOn = () => {}
  let begun = () => {}
  const otherIsEnded = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const isStarted = new Promise<void>((resolve) => {
    begun = resolve
  })
  const long = endpoint('POST /long', { summary: 'Takes long' })
  const working: Feature = {
    name: 'working',
    routes: [
      serve(long, async () => {
        begun()
        await otherIsEnded
        return {}
      }),
    ],
  }
  // long enough that no connection of the client's own is ended between two requests
  const server = await startServer({}, { more: [working], silenceMs: 1_000 })
  try {
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const answer = ben.call(long)
    // what becomes of it is looked at below
    answer.catch(() => {})
    await isStarted
    const silent = connect(server.port, '127.0.0.1').on('error', () => {})
    await once(silent.resume(), 'close')
    goOn()
    assert.ok(await answer)
  } finally {
    goOn()
    await server.close()
  }
})
