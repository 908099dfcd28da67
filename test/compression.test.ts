import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assert, type Person, test } from '#test'
import { features } from '../src/app.ts'
import { encodingFor } from '../src/platform/http/compression.ts'
import { fetchAs, raw } from './harness/files.ts'

const accepting = (person: Person, path: string, encoding?: string) =>
  fetchAs(person, path, encoding === undefined ? {} : { 'accept-encoding': encoding })

test('large responses are compressed on request, with the same content', async ({ ada }) => {
  const path = '/api/v1/users'
  for (let n = 0; n < 12; n++)
    await ada.send('POST', '/users', {
      email: `p${n}@navy.example`,
      full_name: `Person ${n}`,
      password: 'a lovely day',
    })
  const plain = await accepting(ada, path)
  assert.ok(plain.body.length > 1_024)
  assert.deepEqual([plain.headers['content-encoding'], plain.headers.vary], [undefined, 'Accept-Encoding'])
  const brotli = await accepting(ada, path, 'gzip, deflate, br')
  assert.deepEqual([brotli.headers['content-encoding'], brotli.headers.vary], ['br', 'Accept-Encoding'])
  assert.equal(brotli.headers['content-length'], `${brotli.body.length}`)
  assert.ok(brotli.body.length < plain.body.length / 3)
  assert.deepEqual(JSON.parse(String(brotliDecompressSync(brotli.body))), plain.json)
  const gzip = await accepting(ada, path, 'gzip, br;q=0')
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  assert.deepEqual(JSON.parse(String(gunzipSync(gzip.body))), plain.json)
})

test("small responses, errors, and responses with secrets aren't compressed", async ({ ada, society, server }) => {
  for (const path of ['/api/v1/users/me/alert_words', '/api/v1/nothing'])
    assert.equal((await accepting(ada, path, 'gzip, br')).headers['content-encoding'], undefined)
  for (let n = 0; n < 8; n++) await ada.send('POST', '/bots', { full_name: `Robot ${n}`, short_name: `robot-${n}` })
  const bots = await accepting(ada, '/api/v1/bots', 'gzip, br')
  assert.ok(bots.body.length > 1_024)
  assert.equal(bots.headers['content-encoding'], undefined)
  assert.equal((bots.json.bots as unknown[]).length, 8)
  const nobody = await raw(server, society.org, '/api/v1/users', { headers: { 'accept-encoding': 'gzip' } })
  assert.deepEqual([nobody.status, nobody.headers['content-encoding']], [401, undefined])
})

test('large poll responses are compressed too', async ({ ada, ben }) => {
  const watch = await ben.register('message')
  for (let n = 0; n < 5; n++) await ada.sends(`${n} ${'leek soup '.repeat(50)}`, ben)
  const path = `/api/v1/events?queue_id=${watch.queueId}&last_event_id=-1`
  const plain = await accepting(ben, path)
  const answer = await accepting(ben, path, 'gzip')
  assert.equal(answer.headers['content-encoding'], 'gzip')
  assert.ok(answer.body.length < plain.body.length / 3)
  assert.deepEqual(JSON.parse(String(gunzipSync(answer.body))), plain.json)
  assert.equal((plain.json.events as unknown[]).length, 5)
})

test('events sent to many clients are compressed once, except for the end', async ({ ada, ben }) => {
  const own = await ada.register('message')
  const content = 'leek soup, cooked for long and eaten late '.repeat(60)
  const sent = { type: 'direct', to: [ben.id], content, local_id: '7.5', queue_id: own.queueId }
  const others = await Promise.all(['br', 'gzip', 'br'].map(async () => (await ben.register('message')).queueId))
  const before = ada.org.queues.work.eventsWritten
  await ada.send('POST', '/messages', sent)
  const ask = async (person: Person, queueId: string, encoding: string) => {
    const path = `/api/v1/events?queue_id=${queueId}&last_event_id=-1&colour=red`
    const { headers, body } = await fetchAs(person, path, { 'accept-encoding': encoding })
    assert.equal(headers['content-encoding'], encoding)
    assert.ok(body.length < content.length / 2)
    return JSON.parse(String(encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)))
  }
  const echo = await ask(ada, own.queueId, 'gzip')
  assert.deepEqual([echo.events.length, echo.events[0].local_message_id], [1, '7.5'])
  for (const queueId of others)
    for (const encoding of ['br', 'gzip']) {
      const { events, queue_id, ignored_parameters_unsupported } = await ask(ben, queueId, encoding)
      assert.deepEqual([queue_id, ignored_parameters_unsupported], [queueId, ['colour']])
      assert.deepEqual([events.length, 'local_message_id' in events[0]], [1, false])
      assert.equal(events[0].message.id, echo.events[0].message.id)
    }
  assert.equal(ada.org.queues.work.eventsWritten - before, 1)
})

test('every response with a secret is declared as such', () => {
  const told = features
    .flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
    .filter(({ holdsSecrets, result }) => !holdsSecrets && 'api_key' in result)
  assert.deepEqual(
    told.map(({ method, path }) => `${method} ${path}`),
    [],
  )
})

test('Accept-Encoding is parsed correctly', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br; q=0.0 , gzip; q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['gzipped, brotli', undefined],
    [`${'x,'.repeat(100_000)}gzip`, undefined],
  ]
  for (const [header, encoding] of cases) assert.equal(encodingFor(header), encoding, header?.slice(0, 40))
})
