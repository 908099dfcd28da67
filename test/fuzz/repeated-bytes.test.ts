import { connect } from 'node:net'
import { type Endpoint, maxMessageLength, maxWrittenLength } from '#contract'
import { afterAll, assert, beforeAll, sample, startServer, TestOrganization, type TestServer, test } from '#test'
import { features } from '../../src/app.ts'
import { organizationCache } from '../../src/features/people/organization/cache.ts'
import { loopCpuMs } from '../harness/loop-cpu.ts'

/** Maximum CPU time of one request on the main thread. */
const maxMs = 50
/** Largest body of callers without an account, and all headers of a request. */
const bodyBytes = 64 * 1024
const headerBytes = 100_000
const memberBodyBytes = 4 * 2 ** 20 - 100

let server: TestServer
let society: TestOrganization
beforeAll(async () => {
  server = await startServer({ trustProxy: 'on' })
  society = await TestOrganization.found(server)
})
afterAll(() => server.close())

/** Every byte with a meaning in forms, headers, JSON, multipart, or UTF-8. */
const bytes = [...Buffer.from('+%&=;a0 \n\r\t\0"\'\\/[{(<,.-_:?*', 'latin1'), 0x80, 0xc3, 0xe2, 0xf0, 0xff]
const worst = [...Buffer.from('+%&= \0[', 'latin1'), 0xc3]

const open = new Set(['anyone', 'spectator', 'either'])
const operations = features.flatMap(({ routes = [], pages = [], exchanges = [] }) => [
  ...routes
    .map(({ endpoint }) => endpoint as Endpoint)
    .filter(({ caller }) => open.has(caller))
    .map(({ method, path, decoders }) => ({
      method,
      path: `/api/v1${path}`,
      name: decoders.find(({ wire }) => wire === 'raw')?.name ?? decoders[0]?.name ?? 'x',
    })),
  ...pages.filter(({ submit }) => submit).map(({ path }) => ({ method: 'POST', path, name: 'email' })),
  ...exchanges
    .filter(({ isForAnyone, isAtRoot }) => isForAnyone || isAtRoot)
    .map(({ path, isAtRoot }) => ({ method: 'POST', path: (isAtRoot ? '' : '/api/v1') + path, name: 'grant_type' })),
])
const nowhere = ['/', '/api/v1/nothing', '/nothing'].map((path) => ({ method: 'POST', path, name: 'x' }))

interface Requested {
  readonly method: string
  readonly path: string
  readonly headers?: readonly (readonly [name: string, value: Buffer | string])[]
  readonly body?: Buffer
}

/** Sends one request as raw bytes; returns its status, 0 if the connection just ends. */
function send({ method, path, headers = [], body = Buffer.alloc(0) }: Requested): Promise<number> {
  const filled = path.replace(/[{:]\w+(\.\.\.)?\}?/g, 'x')
  const host = `${society.org.get(organizationCache).subdomain}.loquat.test`
  const lines = [
    Buffer.from(`${method} ${filled} HTTP/1.1\r\nconnection: close\r\ncontent-length: ${body.length}\r\n`, 'latin1'),
    ...(headers.some(([name]) => name === 'host') ? [] : [Buffer.from(`host: ${host}\r\n`)]),
    ...headers.flatMap(([name, value]) => [Buffer.from(`${name}: `), Buffer.from(value), Buffer.from('\r\n')]),
    Buffer.from('\r\n'),
    body,
  ]
  const request = Buffer.concat(lines)
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1')
    let status = 0
    socket.on('data', (part: Buffer) => {
      status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(part.toString('latin1', 0, 20))?.[1] ?? 0)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(status))
    socket.write(request)
  })
}

class Findings {
  readonly slow: string[] = []
  readonly failed: string[] = []

  async try(what: string, asked: Requested, most = maxMs): Promise<void> {
    let ms = most + 1
    // the first attempt may include compilation or garbage collection
    for (let attempt = 0; attempt < 3 && ms > most; attempt++) {
      const begun = loopCpuMs()
      const status = await send(asked)
      ms = loopCpuMs() - begun
      if (status >= 500 && status !== 503) this.failed.push(`${what}: ${status}`)
    }
    if (ms > most) this.slow.push(`${what}: ${ms.toFixed(0)} ms`)
  }

  check(): void {
    assert.deepEqual([this.slow, this.failed], [[], []])
  }
}

const form = [['content-type', 'application/x-www-form-urlencoded']] as const
const multipart = [['content-type', 'multipart/form-data; boundary=b']] as const
const json = [['content-type', 'application/json']] as const
const named = (byte: number): string =>
  byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `0x${byte.toString(16)}`

/** Bodies of every kind that repeat one byte, up to the maximum size. */
function bodiesOf(
  byte: number,
  name: string,
  size: number,
): [kind: string, headers: Requested['headers'], body: Buffer][] {
  const fill = (before: string, after = '') => {
    const ends = [Buffer.from(before), Buffer.from(after)] as const
    return Buffer.concat([ends[0], Buffer.alloc(size - ends[0].length - ends[1].length, byte), ends[1]])
  }
  const part = `--b\r\ncontent-disposition: form-data; name="${name}"`
  return [
    ['a form’s value', form, fill(`${name}=`)],
    ['a form', form, fill('')],
    ['a form of JSON', form, fill('{"a":"')],
    ['a field of multipart', multipart, fill(`${part}\r\n\r\n`, '\r\n--b--\r\n')],
    ['a header of multipart', multipart, fill(`${part}; filename="`, '"\r\n\r\nx\r\n--b--\r\n')],
    ['before the first part', multipart, fill('')],
    ['JSON', json, fill('')],
  ]
}

test('a repeated byte in a body costs every open operation little', async () => {
  const findings = new Findings()
  assert.ok(operations.length > 20)
  for (const { method, path, name } of [...operations, ...nowhere])
    for (const byte of sample(worst)) {
      // also far beyond the limit, which must be noticed before anything is read
      const [large] = bodiesOf(byte, name, memberBodyBytes)
      const [value, whole, , field] = bodiesOf(byte, name, bodyBytes)
      for (const [kind, headers, body] of [large, value, whole, field] as ReturnType<typeof bodiesOf>)
        await findings.try(`${method} ${path}, ${kind} of ${named(byte)}`, { method, path, headers, body })
    }
  findings.check()
})

test('any repeated byte in a body of any kind costs little', async () => {
  const findings = new Findings()
  const some = operations.filter(({ path }) =>
    ['/api/v1/server_settings', '/api/v1/jwt/fetch_api_key', '/accounts/login', '/oauth/token', '/mcp'].includes(path),
  )
  assert.equal(some.length, 5)
  for (const { method, path, name } of some)
    for (const byte of sample(bytes))
      for (const [kind, headers, body] of bodiesOf(byte, name, bodyBytes))
        await findings.try(`${method} ${path}, ${kind} of ${named(byte)}`, { method, path, headers, body })
  findings.check()
})

test('a repeated byte in a header or URL costs little', async () => {
  const findings = new Findings()
  const names = [
    ...['host', 'cookie', 'user-agent', 'accept-language', 'accept-encoding', 'content-type', 'if-none-match', 'range'],
    ...[
      'origin',
      'referer',
      'x-forwarded-for',
      'x-forwarded-host',
      'sec-fetch-site',
      'x-http-method-override',
      'accept',
    ],
  ]
  const begun: [name: string, before: string][] = [
    ...names.map((name): [string, string] => [name, '']),
    ...['', 'Basic ', 'Bearer '].map((before): [string, string] => ['authorization', before]),
    ['content-type', 'multipart/form-data; '],
    ['content-type', 'multipart/form-data; boundary='],
    ['content-type', 'application/x-www-form-urlencoded; '],
  ]
  const targets = [
    { method: 'POST', path: '/api/v1/fetch_api_key' },
    { method: 'GET', path: '/api/v1/messages' },
    { method: 'GET', path: '/' },
  ]
  for (const byte of sample(bytes)) {
    const long = Buffer.alloc(headerBytes, byte)
    for (const target of targets) {
      for (const [name, before] of begun) {
        const headers = [[name, Buffer.concat([Buffer.from(before), long])]] as const
        await findings.try(`${target.path}, ${name}: ${before}${named(byte)}…`, { ...target, headers })
      }
      if (byte <= 0x20 || byte >= 0x7f) continue
      for (const before of ['?', '?x=', '/', ''])
        await findings.try(`${target.path}${before}${named(byte)}…`, {
          ...target,
          path: target.path + before + long.toString('latin1'),
        })
    }
  }
  findings.check()
})

const authorizationOf = ({ email, apiKey }: { email: string; apiKey: string }) =>
  ['authorization', `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`] as const

/** Sixty times as much as others may send, from a member who is charged for it. */
test('a repeated byte in a member’s largest body costs little', async () => {
  const findings = new Findings()
  const ben = await society.join('Ben')
  const authorization = authorizationOf(ben)
  const some = [
    { method: 'POST', path: '/api/v1/messages', name: 'content' },
    { method: 'POST', path: '/api/v1/messages', name: 'to' },
    { method: 'PUT', path: '/api/v1/bot_storage', name: 'storage' },
    { method: 'POST', path: '/api/v1/messages/render', name: 'content' },
  ]
  for (const { method, path, name } of some)
    for (const byte of sample([...worst, ...Buffer.from('"\\{')]))
      for (const [kind, headers = [], body] of bodiesOf(byte, name, memberBodyBytes))
        await findings.try(
          `${method} ${path}, ${kind} of ${named(byte)}`,
          { method, path, headers: [...headers, authorization], body },
          3 * maxMs,
        )
  findings.check()
})

test('a repeated character in a text of any length costs little', async () => {
  const findings = new Findings()
  const authorization = authorizationOf(await society.join('Cleo'))
  const signs = [...'`*_~[]()#>|:@$\n -<&!"\'.0a', '[a](', '@**', '#**', '<time:', '\u00a0', '\ud83d\ude00']
  const shots: [path: string, name: string, more: Record<string, string>][] = [
    ['/messages/render', 'content', {}],
    ['/messages', 'content', { type: 'direct', to: '[1]' }],
    ['/messages', 'topic', { type: 'channel', to: 'nowhere', content: 'x' }],
    ['/users/me/status', 'status_text', {}],
  ]
  for (const sign of sample(signs))
    for (const characters of [1_000, maxMessageLength, maxWrittenLength - 1])
      for (const [path, name, more] of shots) {
        const text = `${sign.repeat(Math.floor(characters / [...sign].length))}x`.slice(0, characters)
        const body = Buffer.from(new URLSearchParams({ ...more, [name]: text.toWellFormed() }).toString())
        const what = `POST ${path}, ${characters} characters of ${JSON.stringify(sign)} in ${name}`
        await findings.try(what, { method: 'POST', path: `/api/v1${path}`, headers: [...form, authorization], body })
      }
  findings.check()
})
