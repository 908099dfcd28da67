import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, assert, test } from '#test'
import { WebServer } from '../../../test/harness/web.ts'
import {
  BadUrlError,
  type Lookup,
  Outbound,
  OutboundError,
  parseNetworks,
  RefusedHostError,
  TimedOutError,
  TooLargeError,
  TooManyRedirectsError,
  UnreachableError,
} from './index.ts'

const loopback = parseNetworks('127.0.0.0/8') ?? []
const open: { close(): Promise<void> }[] = []
const keep = <T extends { close(): Promise<void> }>(one: T): T => {
  open.push(one)
  return one
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const failure = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => assert.fail('it was answered'),
    (error) => error,
  )

test('an allowed host gets the request and its response is returned', async () => {
  const web = keep(
    await WebServer.start((_request, response) => {
      response.setHeader('set-cookie', 'a=b')
      response.setHeader('x-more', 'yes')
      response.statusCode = 418
      return { tea: true }
    }),
  )
  const outbound = keep(new Outbound({ allowed: loopback }))
  const answer = await outbound.request({
    url: `${web.url}/pot?x=1`,
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: 'Hello',
  })
  assert.deepEqual([answer.status, answer.text(), answer.headers.get('x-more')], [418, '{"tea":true}', 'yes'])
  assert.equal(answer.headers.get('set-cookie'), null)
  await outbound.request({ url: `${web.url}/again` })
  const [first, second] = web.requests
  assert.deepEqual([first?.method, first?.path, first?.body], ['POST', '/pot?x=1', 'Hello'])
  assert.equal(second?.headers.cookie, undefined)
  assert.equal(second?.headers['user-agent'], 'Loquat')
})

test('private addresses are rejected in every notation, and nothing is sent', async () => {
  const web = keep(await WebServer.start(() => ({}), '::'))
  const outbound = keep(new Outbound())
  const hosts = ['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0', '[::1]', '[::ffff:127.0.0.1]', '[::]', 'localhost']
  for (const host of hosts)
    assert.ok(
      (await failure(outbound.request({ url: `http://${host}:${web.port}/` }))) instanceof RefusedHostError,
      host,
    )
  for (const url of ['https://127.0.0.1:1/', 'http://169.254.169.254/latest', 'http://[64:ff9b::7f00:1]/'])
    assert.ok((await failure(outbound.request({ url }))) instanceof RefusedHostError, url)
  assert.deepEqual(web.requests, [])
})

test('a name is resolved and checked for each connection', async () => {
  const web = keep(await WebServer.start())
  let found = ['93.184.215.14', '127.0.0.1', '::1']
  const asked: string[] = []
  const lookup: Lookup = (host, done) => {
    asked.push(host)
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  const open = keep(new Outbound({ allowed: loopback, lookup }))
  const strict = keep(new Outbound({ lookup }))
  found = ['10.0.0.1', '127.0.0.1']
  const url = `http://hooks.example.org:${web.port}/`
  assert.equal((await open.request({ url })).status, 200)
  const refused = await failure(strict.request({ url: `${url}secret?token=s3cret` }))
  assert.ok(refused instanceof RefusedHostError)
  assert.equal(refused.message, 'hooks.example.org is not at a public address')
  assert.deepEqual(asked, ['hooks.example.org', 'hooks.example.org'])
  assert.equal(web.requests.length, 1)
})

test('redirects are returned, or followed with a check of each address', async () => {
  const web = keep(await WebServer.start())
  const other = keep(
    await WebServer.start(({ headers }) => [
      headers.authorization ?? null,
      headers['x-api-key'] ?? null,
      headers.accept,
    ]),
  )
  const places: Record<string, string> = {
    '/private': `http://[::1]:${other.port}/`,
    '/file': 'file:///etc/passwd',
    '/other': `${other.url}/`,
    '/here': '/end',
    '/round': '/round',
  }
  web.answer = ({ path }, response) => {
    const location = places[path]
    if (location === undefined) return { path }
    response.writeHead(302, { location }).end()
  }
  const outbound = keep(new Outbound({ allowed: loopback }))
  const get = (path: string, redirects: number) =>
    outbound.request({
      url: web.url + path,
      redirects,
      headers: { authorization: 'Bearer t0ken', 'x-api-key': 't0ken', accept: 'text/html' },
    })
  assert.equal((await get('/other', 0)).status, 302)
  assert.ok((await failure(get('/private', 3))) instanceof RefusedHostError)
  assert.ok((await failure(get('/file', 3))) instanceof BadUrlError)
  assert.ok((await failure(get('/round', 3))) instanceof TooManyRedirectsError)
  assert.equal((await get('/other', 1)).text(), '[null,null,"text/html"]')
  const here = await get('/here', 1)
  assert.deepEqual([here.url, here.text()], [`${web.url}/end`, '{"path":"/end"}'])
  const posted = await outbound.request({ url: `${web.url}/here`, method: 'POST', body: '', redirects: 3 })
  assert.equal(posted.status, 302)
})

test('a missing or unfinished response times out', async () => {
  const web = keep(await WebServer.start())
  const outbound = keep(new Outbound({ allowed: loopback }))
  web.answer = () => undefined
  assert.ok((await failure(outbound.request({ url: web.url, timeoutMs: 50 }))) instanceof TimedOutError)
  web.answer = (_request, response) => void response.write('a little')
  const slow = await failure(outbound.request({ url: web.url, timeoutMs: 50 }))
  assert.ok(slow instanceof TimedOutError)
  assert.equal(slow.message, '127.0.0.1 did not answer within 0.05 seconds')
  const mine = new Error('I do not want it any more')
  const stop = new AbortController()
  const stopped = failure(outbound.request({ url: web.url, signal: stop.signal }))
  stop.abort(mine)
  assert.equal(await stopped, mine)
})

test('an endless response is read up to the limit, and its connection closed', async () => {
  let ended = () => {}
  const end = new Promise<void>((resolve) => {
    ended = resolve
  })
  const web = keep(
    await WebServer.start((_request, response) => {
      const chunk = Buffer.alloc(10_000, 'x')
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more).on('close', ended)
      more()
    }),
  )
  const outbound = keep(new Outbound({ allowed: loopback }))
  assert.ok((await failure(outbound.request({ url: web.url, maxBytes: 25_000 }))) instanceof TooLargeError)
  await end
  const { body } = await outbound.request({ url: web.url, maxBytes: 25_000, cut: true })
  assert.equal(body.length, 25_000)
})

test('a compressed response is decompressed up to the limit', async () => {
  let body = gzipSync('Hello')
  let encoding = 'gzip'
  const web = keep(
    await WebServer.start((_request, response) => void response.setHeader('content-encoding', encoding).end(body)),
  )
  const outbound = keep(new Outbound({ allowed: loopback }))
  const get = (more: { cut?: boolean } = {}) => outbound.request({ url: web.url, maxBytes: 20_000, ...more })
  const hello = await get()
  assert.deepEqual([hello.text(), hello.headers.get('content-encoding')], ['Hello', null])
  body = brotliCompressSync('Hallo')
  encoding = 'br'
  assert.equal((await get()).text(), 'Hallo')
  body = gzipSync(Buffer.alloc(2_000_000))
  encoding = 'gzip'
  assert.ok((await failure(get())) instanceof TooLargeError)
  body = Buffer.from('no such thing')
  assert.ok((await failure(get())) instanceof UnreachableError)
  encoding = 'aes'
  assert.ok((await failure(get())) instanceof UnreachableError)
})

test('errors give the reason without secrets', async () => {
  const outbound = keep(new Outbound({ allowed: loopback }))
  const web = await WebServer.start()
  const { url: nowhere } = web
  await web.close()
  const unreachable = await failure(outbound.request({ url: `${nowhere}/s3cret?key=s3cret` }))
  assert.ok(unreachable instanceof UnreachableError)
  assert.equal(unreachable.message, '127.0.0.1 cannot be reached (ECONNREFUSED)')
  assert.equal((unreachable as Error).cause, undefined)
  for (const url of [
    'ftp://127.0.0.1/',
    'nothing',
    'javascript:1',
    `http://me:s3cret@127.0.0.1/`,
    'file:///etc/passwd',
  ]) {
    const error = await failure(outbound.request({ url }))
    assert.ok(error instanceof BadUrlError, url)
    assert.ok(!error.message.includes('s3cret'))
  }
  const headers = { 'x-bad': 'a\r\nb: c' }
  assert.ok((await failure(outbound.request({ url: nowhere, headers }))) instanceof OutboundError)
})

test('trusted requests may reach private addresses, and fetch works for libraries', async () => {
  const web = keep(
    await WebServer.start((request, response) => {
      response.statusCode = request.path === '/gone' ? 204 : 201
      return { body: request.body, type: request.headers['content-type'] }
    }),
  )
  const outbound = keep(new Outbound())
  const fetched = outbound.fetch({ trusted: true })
  const reply = await fetched(web.url, { method: 'POST', body: new URLSearchParams({ a: 'b c' }) })
  assert.equal(reply.status, 201)
  assert.deepEqual(await reply.json(), { body: 'a=b+c', type: 'application/x-www-form-urlencoded;charset=UTF-8' })
  assert.equal((await fetched(`${web.url}/gone`)).status, 204)
  assert.ok((await failure(outbound.fetch()(web.url))) instanceof RefusedHostError)
})
