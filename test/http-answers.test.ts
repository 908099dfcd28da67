import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { pages } from '../src/pages/index.ts'
import { raw } from './harness/files.ts'

const lines: { path?: string; method?: string; msg: string }[] = []
let server: TestServer
beforeAll(async () => {
  server = await startServer(
    { logLevel: 'debug' },
    { pages, log: { write: (line) => void lines.push(JSON.parse(line)) } },
  )
})
afterAll(() => server.close())

/** The response to raw bytes that no client library would send. */
async function said(request: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  socket.write(request)
  return text(socket)
}

test('a request with two hosts is malformed, whatever it asks for', async () => {
  for (const path of ['/api/v1/server_settings', '/api/v1/events?queue_id=1', '/', '/nothing'])
    for (const second of ['Host: b.example', 'hOST: a.example']) {
      const answer = await said(`GET ${path} HTTP/1.1\r\nHost: a.example\r\n${second}\r\nConnection: close\r\n\r\n`)
      assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/, path)
      assert.match(answer, /"code":"BAD_REQUEST"\}$/)
    }
  const path = '/api/v1/server_settings'
  assert.match(await said(`GET ${path} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`), /^HTTP\/1\.1 200 OK/)
})

test('a page requested with a slash at its end redirects to itself', async () => {
  const { org } = await TestOrganization.found(server)
  const location = async (path: string, method = 'GET') => {
    const { status, headers } = await raw(server, org, path, { method })
    return [status, headers.location]
  }
  assert.deepEqual(await location('/join/abc/'), [308, '/join/abc'])
  assert.deepEqual(await location('/accounts/password/reset//?next=%2F'), [308, '/accounts/password/reset?next=%2F'])
  for (const elsewhere of ['/\\evil.example/', '/;evil.example/'])
    assert.deepEqual(await location(elsewhere), [404, undefined], elsewhere)
  assert.deepEqual(await location('//evil.example/'), [308, '/evil.example'])
  assert.deepEqual(await location('/api/v1/nothing/'), [404, undefined])
  assert.deepEqual(await location('/join/abc/', 'POST'), [404, undefined])
})

test('every response disables content sniffing', async () => {
  const { owner, org } = await TestOrganization.found(server)
  const paths = ['/', '/docs/', '/health', '/nothing', '/static/icon.png', '/join/x', '/accounts/password/reset']
  const api = ['/api/v1/server_settings', '/api/v1/nothing', '/api/v1/users/me', '/api/v1/openapi.json', '/api/v1/%zz']
  for (const path of [...paths, ...api, '/avatar/1', '/user_uploads/1/x/y.txt', '/user_avatars/1/realm/x.png']) {
    const { headers } = await raw(server, org, path)
    assert.equal(headers['x-content-type-options'], 'nosniff', path)
  }
  const { queueId } = await owner.register('realm')
  const authorization = `Basic ${btoa(`${owner.email}:${owner.apiKey}`)}`
  const poll = `/api/v1/events?queue_id=${queueId}&last_event_id=-1&dont_block=true`
  const { status, headers } = await raw(server, org, poll, { headers: { authorization } })
  assert.deepEqual([status, headers['x-content-type-options']], [200, 'nosniff'])
  assert.match(await said('nonsense\r\n\r\n'), /X-Content-Type-Options: nosniff/)
})

test('too large a body is refused early, with or without its length', async () => {
  const { owner, subdomain } = await TestOrganization.found(server)
  const head = (line: string) =>
    [
      'POST /api/v1/messages HTTP/1.1',
      `Host: ${subdomain}.localhost`,
      `Authorization: Basic ${btoa(`${owner.email}:${owner.apiKey}`)}`,
      'Content-Type: application/x-www-form-urlencoded',
      'Connection: close',
      line,
      '\r\n',
    ].join('\r\n')
  // none of the body is ever sent
  assert.match(await said(head(`Content-Length: ${40 * 2 ** 20}`)), /^HTTP\/1\.1 413 /)
  const socket = connect(server.port, '127.0.0.1')
  const answer = text(socket)
  let isAnswered = false
  const refused = answer.finally(() => {
    isAnswered = true
  })
  socket.write(head('Transfer-Encoding: chunked'))
  const part = `10000\r\n${'a'.repeat(2 ** 16)}\r\n`
  // one more than fits into 4 MiB, and no end
  for (let count = 0; count <= 64 && !isAnswered; count++)
    if (!socket.write(part)) await Promise.race([once(socket, 'drain'), refused])
  assert.match(await refused, /^HTTP\/1\.1 413 /)
})

test('callers without an account send 64 KiB at most', async () => {
  const { org, owner } = await TestOrganization.found(server)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (path: string, size: number, more: Record<string, string> = {}, method = 'POST') =>
    raw(server, org, path, { method, headers: { ...headers, ...more }, body: Buffer.alloc(size, 'a=+') })
  const most = 64 * 1024
  for (const [path, method] of [
    ['/api/v1/fetch_api_key', 'POST'],
    ['/api/v1/server_settings', 'GET'],
  ] as const) {
    const { status, json } = await send(path, most + 1, {}, method)
    assert.deepEqual([path, status, json.msg], [path, 413, 'The request is too large (limit: 64 KiB)'])
    assert.notEqual((await send(path, most, {}, method)).status, 413)
  }
  // chunked, of unknown length
  const unknown = await said(
    `POST /api/v1/fetch_api_key HTTP/1.1\r\nHost: loquat.test\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${(most + 1).toString(16)}\r\n${'+'.repeat(most + 1)}\r\n0\r\n\r\n`,
  )
  assert.match(unknown, /^HTTP\/1\.1 413 /)
  assert.equal((await send('/accounts/login', most + 1)).status, 413)
  const authorization = `Basic ${btoa(`${owner.email}:${owner.apiKey}`)}`
  assert.equal((await send('/api/v1/messages', most + 1, { authorization })).status, 400)
  // these take no body, so it isn't read
  for (const path of ['/', '/nothing', '/api/v1/nothing']) assert.equal((await send(path, 4 * most)).status, 404, path)
})

test("responses pin browsers to HTTPS where it's configured", async () => {
  const safe = await startServer({ url: 'https://loquat.test' })
  const { org } = await TestOrganization.found(safe)
  const { org: plain } = await TestOrganization.found(server)
  for (const path of ['/', '/accounts/login', '/api/v1/server_settings', '/api/v1/users', '/nothing', '/avatar/x']) {
    const { headers } = await raw(safe, org, path)
    assert.deepEqual(
      [headers['strict-transport-security'], headers['cross-origin-opener-policy']],
      ['max-age=31536000', 'same-origin'],
      path,
    )
    const other = (await raw(server, plain, path)).headers
    assert.deepEqual(
      [other['strict-transport-security'], other['cross-origin-opener-policy']],
      [undefined, undefined],
      path,
    )
  }
  await safe.close()
})

test('the log contains the pattern of a URL, never its values', async () => {
  const { owner, org } = await TestOrganization.found(server)
  lines.length = 0
  const authorization = `Basic ${btoa(`${owner.email}:${owner.apiKey}`)}`
  const secret = 'a-secret-that-nobody-else-may-see'
  for (const path of [
    `/user_uploads/temporary/${secret}/file.txt`,
    `/user_uploads/1/${secret}/file.txt`,
    `/exports/1/${secret}/x.tar.gz`,
    `/join/${secret}`,
    `/accounts/email/stop/${secret}`,
    `/avatar/${secret}`,
    `/user_avatars/1/realm/${secret}.png`,
    `/nothing/${secret}`,
    `/api/v1/users/${secret}@example.com`,
    `/api/v1/nothing/${secret}`,
    `/api/v1/messages/1?${secret}`,
  ])
    await raw(server, org, path, { headers: { authorization } })
  await raw(server, org, '/api/v1/server_settings')
  while (!lines.some(({ path }) => path === '/api/v1/server_settings')) await new Promise(setImmediate)
  const requests = lines.filter(({ msg }) => msg === 'request')
  assert.equal(requests.length, 12)
  assert.ok(!JSON.stringify(lines).includes(secret), JSON.stringify(lines))
  assert.ok(requests.some(({ path }) => path === '/join/:key'))
  assert.ok(requests.some(({ path }) => path === '/api/v1/messages/{message_id}'))
})
