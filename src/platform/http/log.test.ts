import { assert, startServer, TestOrganization, test } from '#test'
import { getEvents } from '../../features/clients/events/api.ts'
import { updateOrganization } from '../../features/people/organization-settings/api.ts'
import { updatePresence } from '../../features/people/presence/api.ts'
import { getUsers } from '../../features/people/users/api.ts'
import { levelOf } from './log.ts'

test('what fails or is slow is always logged, what only looks is for the curious', () => {
  const level = (method: string, status: number, ms = 5, endpoint = {}) =>
    levelOf({ method, status, ms, ...endpoint }, 1000)
  assert.equal(level('GET', 200), 'debug')
  assert.equal(level('POST', 200), 'info')
  assert.equal(level('POST', 200, 5, { quiet: true }), 'debug')
  assert.equal(level('GET', 404), 'info')
  assert.equal(level('GET', 500), 'error')
  assert.equal(level('GET', 200, 1000), 'warn')
  assert.equal(level('GET', 200, 60_000, { waits: true }), 'debug', 'a poll waits, it is not slow')
  assert.equal(levelOf({ method: 'GET', status: 200, ms: 60_000 }, 0), 'debug')
})

test('at the usual level changes leave a line; polls, looks, signs of life none', async () => {
  const lines: { level: number; method?: string; path?: string }[] = []
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const server = await startServer({ logLevel: 'info' }, { log })
  try {
    const { owner: ada } = await TestOrganization.found(server)
    const watch = await ada.register('realm')
    lines.length = 0
    await ada.call(getEvents, { queue_id: watch.queueId, last_event_id: -1, dont_block: true })
    await ada.call(getUsers)
    await ada.call(updatePresence, { status: 'active' })
    await ada.call(updateOrganization, { description: 'Engines' })
    // a line is written when its answer is out, in the order of the answers
    while (lines.length === 0) await new Promise(setImmediate)
    assert.deepEqual(
      lines.map(({ method, path }) => [method, path]),
      [['PATCH', '/api/v1/realm']],
    )
  } finally {
    await server.close()
  }
})

test('slow requests are warnings at every level that has them', async () => {
  const lines: { level: number; path?: string }[] = []
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const server = await startServer({ logLevel: 'warn', slowRequestMs: '1' }, { log })
  try {
    const { owner: ada } = await TestOrganization.found(server)
    // more than a millisecond: a hash of a password
    await ada.send('POST', '/fetch_api_key', { username: ada.email, password: 'correct horse battery' })
    while (!lines.some(({ path }) => path === '/api/v1/fetch_api_key')) await new Promise(setImmediate)
    assert.ok(lines.every(({ level }) => level >= 40))
  } finally {
    await server.close()
  }
})
