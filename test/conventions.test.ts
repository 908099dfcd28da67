import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { bool, endpoint, id, ids, int, text, z } from '#contract'
import { type Feature, serve, serveAnyone } from '#platform/serve'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { organizationCache } from '../src/features/people/organization/cache.ts'
import { fetchApiKey } from '../src/features/people/users/key-api.ts'
import { givePassword } from './harness/password.ts'

/** Endpoints that answer what they were given. */
const echo = { word: text({ max: 10_000 }).optional(), number: int.optional(), flag: bool.default(false) }
const result = { given: z.record(z.string(), z.unknown()) }
const things = {
  get: endpoint('GET /things/{thing_id}', { summary: 'Echo', params: { thing_id: id, ...echo }, result }),
  post: endpoint('POST /things/{thing_id}', { summary: 'Echo', params: { thing_id: id, ...echo }, result }),
  patch: endpoint('PATCH /things/{thing_id}', { summary: 'Echo', params: { thing_id: id, ...echo }, result }),
  put: endpoint('PUT /things/{thing_id}', { summary: 'Echo', params: { thing_id: id, ...echo }, result }),
  delete: endpoint('DELETE /things/{thing_id}', { summary: 'Echo', params: { thing_id: id, ...echo }, result }),
}
const list = endpoint('GET /lists', { summary: 'A list', params: { items: ids }, result })
const administration = endpoint('POST /administration', { summary: 'Guarded', caller: 'administrator' })
const broken = endpoint('GET /broken', { summary: 'A bug', caller: 'anyone' })
const brokenQuery = endpoint('GET /broken_query', { summary: 'A bug in SQL', caller: 'anyone' })

const feature: Feature = {
  name: 'test',
  routes: [
    ...Object.values(things).map((one) => serve(one, (_ctx, given) => ({ given }))),
    serve(list, (_ctx, given) => ({ given })),
    serve(administration, () => ({})),
    serveAnyone(broken, () => {
      throw new Error('the secret of line 42')
    }),
    serveAnyone(brokenQuery, async ({ read }) => {
      await read((tx) =>
        tx
          .selectFrom('no_such_table' as 'account')
          .selectAll()
          .execute(),
      )
      return {}
    }),
  ],
}

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  body: Record<string, unknown>
}

let server: TestServer
let society: TestOrganization
const logged: string[] = []

beforeAll(async () => {
  server = await startServer({ logLevel: 'debug' }, { more: [feature], log: { write: (line) => logged.push(line) } })
  society = await TestOrganization.found(server)
})
afterAll(() => server.close())

interface Outgoing {
  headers?: Record<string, string>
  body?: string
  to?: TestServer
  as?: { email: string; apiKey: string } | null
  subdomain?: string
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** A request as it stands, signed in as the owner unless told otherwise. */
function send(method: string, path: string, { headers = {}, body, to = server, as, subdomain }: Outgoing = {}) {
  const { email, apiKey } = as ?? society.owner
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
  return new Promise<Reply>((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: to.port,
        method,
        path,
        headers: {
          host: `${subdomain ?? society.subdomain}.loquat.test`,
          ...(as === null ? {} : { authorization }),
          ...(body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` }),
          ...headers,
        },
      },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (part) => {
          text += part
        })
        incoming.on('end', () => {
          const isJson = incoming.headers['content-type']?.startsWith('application/json')
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            body: isJson ? JSON.parse(text) : {},
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function multipart(fields: Record<string, string>) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return { headers: { 'content-type': 'multipart/form-data; boundary=edge' }, body: `${parts.join('')}--edge--\r\n` }
}

const fails = ({ status, headers, body }: Reply) => {
  assert.match(headers['content-type'] ?? '', /^application\/json/)
  assert.equal(body.result, 'error')
  assert.equal(typeof body.msg, 'string')
  return [status, body.code]
}

for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
  test(`${method} takes its parameters from the path, the query and a form`, async () => {
    const reply = await send(method, '/api/v1/things/7?number=5', { headers: form, body: 'word=two+words&flag=true' })
    assert.deepEqual(reply.body, {
      result: 'success',
      msg: '',
      given: { thing_id: 7, word: 'two words', number: 5, flag: true },
    })
  })

  test(`${method} takes its parameters from a multipart body`, async () => {
    const reply = await send(method, '/api/v1/things/7', multipart({ word: 'höher', number: '5' }))
    assert.deepEqual(reply.body.given, { thing_id: 7, word: 'höher', number: 5, flag: false })
  })

  test(`${method} works with an empty body of any kind`, async () => {
    for (const type of [undefined, ...Object.values(form), 'application/json', 'multipart/form-data; boundary=edge']) {
      const body = type?.startsWith('multipart') ? '--edge--\r\n' : ''
      const reply = await send(method, '/api/v1/things/7', { headers: type ? { 'content-type': type } : {}, body })
      assert.deepEqual(reply.body.given, { thing_id: 7, flag: false }, `${type}`)
    }
  })
}

test('path wins over body, and body over query', async () => {
  const reply = await send('POST', '/api/v1/things/7?thing_id=8&word=query', {
    headers: form,
    body: 'thing_id=9&word=body',
  })
  assert.deepEqual(reply.body.given, { thing_id: 7, word: 'body', flag: false })
  assert.equal(reply.body.ignored_parameters_unsupported, undefined, 'a repeated path parameter is no extra')
})

test('a body of another kind holds no parameters', async () => {
  const reply = await send('POST', '/api/v1/things/7', {
    headers: { 'content-type': 'application/json' },
    body: '{"word":"x"}',
  })
  assert.deepEqual(reply.body.given, { thing_id: 7, flag: false })
})

test('lists travel as JSON in a field', async () => {
  assert.deepEqual((await send('GET', '/api/v1/lists?items=[1,2]')).body.given, { items: [1, 2] })
  const refused = await send('GET', '/api/v1/lists?items=1,2')
  assert.deepEqual(fails(refused), [400, 'INVALID_JSON'])
  assert.match(refused.body.msg as string, /items/)
  assert.deepEqual(fails(await send('GET', '/api/v1/lists?items=["a"]')), [400, 'BAD_REQUEST'])
})

test('a missing parameter is named', async () => {
  const reply = await send('GET', '/api/v1/lists')
  assert.deepEqual(fails(reply), [400, 'REQUEST_VARIABLE_MISSING'])
  assert.equal(reply.body.var_name, 'items')
})

test('parameters that the endpoint does not know are listed in order, on success only', async () => {
  const reply = await send('GET', '/api/v1/lists?items=[]&zebra=1&ape=2&client=me')
  assert.deepEqual(reply.body.ignored_parameters_unsupported, ['ape', 'zebra'])
  assert.equal((await send('GET', '/api/v1/lists?zebra=1')).body.ignored_parameters_unsupported, undefined)
})

test('a second slash does no harm', async () => {
  for (const path of ['//api/v1/things/7', '/api//v1/things/7', '/api/v1//things/7', '///api/v1/things/7'])
    assert.equal((await send('GET', path)).status, 200, path)
})

test('without a key, or with a wrong one, the answer is 401', async () => {
  const none = await send('GET', '/api/v1/things/7', { as: null })
  assert.deepEqual(fails(none), [401, 'UNAUTHORIZED'])
  assert.match(none.headers['www-authenticate'] ?? '', /^Basic/)
  const wrong = { email: society.owner.email, apiKey: 'x'.repeat(32) }
  assert.deepEqual(fails(await send('GET', '/api/v1/things/7', { as: wrong })), [401, 'INVALID_API_KEY'])
  const other = { email: 'somebody@else.example', apiKey: society.owner.apiKey }
  assert.deepEqual(fails(await send('GET', '/api/v1/things/7', { as: other })), [401, 'INVALID_API_KEY'])
  for (const authorization of ['Bearer x', 'Basic', 'Basic !', `Basic ${Buffer.from('nocolon').toString('base64')}`]) {
    const reply = await send('GET', '/api/v1/things/7', { as: null, headers: { authorization } })
    assert.deepEqual(fails(reply), [401, 'UNAUTHORIZED'], authorization)
  }
})

test('organizations and paths that are not there, and methods that do not fit', async () => {
  assert.deepEqual(fails(await send('GET', '/api/v1/things/7', { subdomain: 'nowhere' })), [
    404,
    'NONEXISTENT_SUBDOMAIN',
  ])
  for (const path of ['/api/v1/nothing', '/api/v1/things/seven', '/api/v2/things/7', '/api/', '/api'])
    assert.deepEqual(fails(await send('GET', path)), [404, 'NOT_FOUND'], path)
  const reply = await send('DELETE', '/api/v1/lists')
  assert.deepEqual(fails(reply), [405, 'METHOD_NOT_ALLOWED'])
  assert.equal(reply.headers.allow, 'GET')
})

test('who may not call is told so', async () => {
  const ben = await society.join('Ben')
  const reply = await send('POST', '/api/v1/administration', { as: ben })
  assert.deepEqual(fails(reply), [400, 'UNAUTHORIZED_PRINCIPAL'])
})

test('a request that is too large or none at all is refused likewise', async () => {
  const large = 'x'.repeat(5 * 2 ** 20)
  const bodies: Outgoing[] = [
    { headers: form, body: `word=${large}` },
    multipart({ word: large }),
    multipart(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`n${index}`, large.slice(0, 2 ** 19)]))),
    { headers: { 'content-type': 'application/json' }, body: large },
  ]
  for (const body of bodies) assert.deepEqual(fails(await send('POST', '/api/v1/things/7', body)), [413, 'BAD_REQUEST'])
  assert.deepEqual(
    fails(
      await send('POST', '/api/v1/things/7', { headers: { 'content-type': 'multipart/form-data' }, body: 'nonsense' }),
    ),
    [400, 'BAD_REQUEST'],
  )
  assert.deepEqual(fails(await send('GET', '/api/v1/things/%E0%A4%A')), [400, 'BAD_REQUEST'])
  assert.match(await raw('nonsense\r\n\r\n'), /^HTTP\/1\.1 400 (?:.|\s)*"code":"BAD_REQUEST"/)
})

test('null bytes never reach the database', async () => {
  assert.deepEqual(fails(await send('GET', '/api/v1/things/7?word=a%00b')), [400, 'BAD_REQUEST'])
})

test('a bug says nothing of itself, but the log has it under the answer’s id', async () => {
  for (const path of ['/api/v1/broken', '/api/v1/broken_query']) {
    const reply = await send('GET', path)
    assert.equal(reply.status, 500)
    assert.deepEqual(reply.body, {
      result: 'error',
      msg: 'Internal server error',
      code: 'INTERNAL_SERVER_ERROR',
    })
    const id = reply.headers['x-request-id'] as string
    const line = logged.find((one) => one.includes(id) && one.includes('"stack"'))
    assert.match(line ?? '', /the secret of line 42|no_such_table/)
  }
})

test('at the level debug a request is one line, with answer’s id and path’s pattern', async () => {
  const reply = await send('GET', '/api/v1/things/7?word=private')
  const id = reply.headers['x-request-id'] as string
  const line = () => logged.find((one) => one.includes(id))
  // the line is written when the answer is out
  while (!line()) await new Promise(setImmediate)
  const { method, path, status, user } = JSON.parse(line() as string)
  assert.deepEqual(
    { method, path, status, user },
    { method: 'GET', path: '/api/v1/things/{thing_id}', status: 200, user: society.owner.id },
  )
  assert.ok(!logged.some((one) => one.includes('private')))
})

test('requests are limited per user and address, and the answer says when to come back', async () => {
  const flags = { rateLimits: 'on', userRequestsPerMinute: '9', addressRequestsPerMinute: '2' }
  const limited = await startServer(flags, { more: [feature] })
  try {
    const there = await TestOrganization.found(limited)
    const get = (as: Outgoing['as']) => send('GET', '/api/v1/things/7', { to: limited, as, subdomain: there.subdomain })
    const ben = await there.join('Ben')
    // people who join make requests of their own, so the count begins where it begins
    for (let left = Number((await get(ben)).headers['x-ratelimit-remaining']); left > 0; left--)
      assert.equal((await get(ben)).headers['x-ratelimit-remaining'], `${left - 1}`)
    const reply = await get(ben)
    assert.deepEqual(fails(reply), [429, 'RATE_LIMIT_HIT'])
    const wait = reply.body['retry-after'] as number
    assert.ok(wait > 0 && wait <= 60, `${wait}`)
    assert.equal(reply.headers['retry-after'], `${Math.ceil(wait)}`)
    assert.deepEqual(Object.keys(reply.body).sort(), ['code', 'msg', 'result', 'retry-after'])
    assert.equal((await get(there.owner)).status, 200, 'somebody else is not concerned')

    for (let count = 0; count < 2; count++) assert.equal((await get(null)).status, 401)
    assert.deepEqual(fails(await get(null)), [429, 'RATE_LIMIT_HIT'])
  } finally {
    await limited.close()
  }
})

test('passwords cannot be tried again and again', async () => {
  const limited = await startServer({ rateLimits: 'on', loginFailuresPerHalfHour: '3' })
  try {
    const { owner } = await TestOrganization.found(limited)
    const sign = (password: string) => owner.call(fetchApiKey, { username: owner.email, password })
    const tries = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => sign(`wrong ${index}`)))
    const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'))
    assert.deepEqual(codes.filter((code) => code === 'AUTHENTICATION_FAILED').length, 3)
    assert.deepEqual(codes.filter((code) => code === 'RATE_LIMIT_HIT').length, 3)
    await assert.rejects(sign('correct horse battery'), { code: 'RATE_LIMIT_HIT' })
  } finally {
    await limited.close()
  }
})

test('passwords guessed from many networks are slowed down, and the owner still signs in', async () => {
  const limited = await startServer({ rateLimits: 'on', trustProxy: 'loopback' })
  try {
    const { owner, org } = await TestOrganization.found(limited)
    await givePassword(owner, 'correct horse battery')
    const sign = async (password: string, address: string) => {
      const answer = await limited.http.inject({
        method: 'POST',
        url: '/api/v1/fetch_api_key',
        headers: {
          host: `${org.get(organizationCache).subdomain}.loquat.test`,
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `203.0.113.9, ${address}`,
        },
        payload: new URLSearchParams({ username: owner.email, password }).toString(),
      })
      return { status: answer.statusCode, waitSecs: Number(answer.headers['retry-after'] ?? 0) }
    }
    assert.equal((await sign('correct horse battery', '198.51.100.7')).status, 200)
    const statuses: number[] = []
    for (let index = 0; index < 24; index++)
      statuses.push((await sign('wrong', `2001:db8:${index.toString(16)}::1`)).status)
    assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429])
    assert.equal((await sign('correct horse battery', '198.51.100.7')).status, 200, 'from where it worked before')
    const elsewhere = await sign('correct horse battery', '192.0.2.1')
    assert.equal(elsewhere.status, 429)
    limited.clock.advance(elsewhere.waitSecs * 1_000)
    assert.equal((await sign('correct horse battery', '192.0.2.1')).status, 200, 'after the time that was told')
  } finally {
    await limited.close()
  }
})

/** Bytes as they stand, on a connection of their own. */
const raw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
