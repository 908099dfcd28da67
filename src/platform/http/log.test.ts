import { assert, startServer, TestOrganization, test } from '#test'
import { getEvents } from '../../features/clients/events/api.ts'
import { updateOrganization } from '../../features/people/organization-settings/api.ts'
import { updatePresence } from '../../features/people/presence/api.ts'
import { getUsers } from '../../features/people/users/api.ts'
import { levelOf } from './log.ts'

test('failures and slow requests are always logged, reads only at debug level', () => {
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

test('at the default level, changes are logged; polls, reads, and heartbeats are not', async () => {
  const lines: { level: string; method?: string; path?: string }[] = []
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
    // lines are written after the answers, in their order
    while (lines.length === 0) await new Promise(setImmediate)
    assert.deepEqual(
      lines.map(({ method, path }) => [method, path]),
      [['PATCH', '/api/v1/realm']],
    )
  } finally {
    await server.close()
  }
})

test('slow requests are logged at warn level', async () => {
  const lines: { level: string; path?: string }[] = []
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const server = await startServer({ logLevel: 'warn', slowRequestMs: '1' }, { log })
  try {
    const { owner: ada } = await TestOrganization.found(server)
    // hashing a password takes more than a millisecond
    await ada.send('POST', '/fetch_api_key', { username: ada.email, password: 'correct horse battery' })
    while (!lines.some(({ path }) => path === '/api/v1/fetch_api_key')) await new Promise(setImmediate)
    assert.ok(lines.every(({ level }) => level === 'warn' || level === 'error'))
  } finally {
    await server.close()
  }
})
