import { request } from 'node:http'
import { endpoint, int, json, list, maxDepth, record, text, unlimitedParts, z } from '#contract'
import { type Feature, serve } from '#platform/serve'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { features } from '../src/app.ts'

test('every text, list, and object of every parameter has a limit', () => {
  const endpoints = features.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
  assert.ok(endpoints.length > 150)
  const missing = endpoints.flatMap(({ method, path, params }) =>
    Object.entries(params).flatMap(([name, schema]) =>
      unlimitedParts(schema).map((part) => `${method} ${path} ${name}${part}`),
    ),
  )
  assert.deepEqual(missing, [])
})

/** Lists for which the public API, or a tool that posts here, also has a single value. */
const listsOrOne = [
  'POST /external/{integration} branches',
  'POST /external/{integration} exclude_events',
  'POST /external/{integration} only_events',
  'POST /calls to',
  'POST /messages to',
  'POST /scheduled_messages to',
  'PATCH /scheduled_messages/{scheduled_message_id} to',
]

test('a single value where a list is expected is refused', () => {
  const endpoints = features.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
  const lists = endpoints.flatMap(({ method, path, decoders }) =>
    decoders.filter(({ maxItems }) => maxItems > 0).map((one) => ({ line: `${method} ${path} ${one.name}`, one })),
  )
  assert.ok(lists.length > 50)
  const either = lists.filter(({ one: { schema } }) => [5, 'x', '5,6'].some((value) => schema.safeParse(value).success))
  assert.deepEqual(either.map(({ line }) => line).sort(), [...listsOrOne].sort())
})

test('a part without a limit is found at any depth', () => {
  const unlimited = {
    text: z.string(),
    list: z.array(int),
    items: list(z.string() as never, { max: 3 }),
    object: z.object({ name: z.string() }),
    loose: z.looseObject({ id: int }),
    record: z.record(z.string(), int),
    union: z.union([int, z.array(int)]),
    wrapped: z.string().trim().optional().default(''),
    transformed: z.string().transform(Number),
    anything: z.unknown(),
    tuple: z.tuple([int], z.string()),
  }
  for (const [name, schema] of Object.entries(unlimited)) assert.equal(unlimitedParts(schema).length, 1, name)
})

test("a parameter without a limit doesn't compile", () => {
  const name = text({ max: 9 })
  endpoint('GET /fine', {
    summary: 'All have limits',
    params: {
      name: name.refine(() => true).optional(),
      number: int.optional(),
      names: list(name.transform(Number), { max: 3 }).default([]),
      both: z.union([name, z.object({ name, numbers: list(int, { max: 3 }) })]),
      some: record(name, json({ maxEncoded: 100 }), { max: 3 }),
      pair: z.tuple([name, int]),
    },
  })
  // @ts-expect-error a text without a limit
  endpoint('GET /text', { summary: '', params: { name: z.string() } })
  // @ts-expect-error a text whose limit the documentation wouldn't show
  endpoint('GET /max', { summary: '', params: { name: z.string().max(9) } })
  // @ts-expect-error a list without a limit
  endpoint('GET /list', { summary: '', params: { names: z.array(int).optional() } })
  // @ts-expect-error inside an object
  endpoint('GET /object', { summary: '', params: { all: z.object({ name, other: z.string().optional() }) } })
  // @ts-expect-error one branch of a union
  endpoint('GET /union', { summary: '', params: { all: z.union([int, z.string()]).default(1) } })
  // @ts-expect-error an object with arbitrary keys
  endpoint('GET /record', { summary: '', params: { all: z.record(name, int) } })
  // @ts-expect-error anything
  endpoint('GET /unknown', { summary: '', params: { all: z.unknown() } })
  // @ts-expect-error before it's transformed
  endpoint('GET /pipe', { summary: '', params: { all: z.string().transform(Number) } })
  // @ts-expect-error items without a limit
  list(z.string(), { max: 3 })
})

const all = {
  word: text({ max: 10 }).optional(),
  numbers: list(int, { max: 3 }).optional(),
  named: record(text({ max: 20 }), text({ max: 10 }), { max: 3 }).optional(),
  anything: json({ maxEncoded: 2_000 }).optional(),
  either: z.union([list(text({ max: 10 }), { max: 3 }), text({ max: 20 })]).optional(),
}
const echo = endpoint('POST /echo/{place}', {
  summary: 'Echo',
  bodyParam: 'anything',
  params: { place: text({ max: 10 }), ...all },
  result: { given: z.unknown() },
})
const feature: Feature = {
  name: 'test',
  routes: [
    serve(echo, (_ctx, { named, ...given }) => ({ given: { ...given, ...(named ? { named: [...named] } : {}) } })),
  ],
}

let server: TestServer
let society: TestOrganization
beforeAll(async () => {
  server = await startServer({}, { more: [feature] })
  society = await TestOrganization.found(server)
})
afterAll(() => server.close())

const refusal = async (params: Record<string, unknown>, place = 'here') => {
  const { status, code, message } = await society.owner.refusedRaw('POST', `/echo/${place}`, params)
  assert.equal(status, 400)
  assert.ok(code === 'BAD_REQUEST' || code === 'INVALID_JSON')
  return message
}
const given = async (params: Record<string, unknown>) => (await society.owner.send('POST', '/echo/here', params)).given

test('too long values are refused by parameter name; the maximum is accepted', async () => {
  assert.equal(await refusal({ word: 'x'.repeat(11) }), 'Invalid word: is too long (limit: 10 characters)')
  assert.equal(await refusal({ word: '🎈'.repeat(11) }), 'Invalid word: is too long (limit: 10 characters)')
  assert.equal(await refusal({ word: '🎈'.repeat(100_000) }), 'Invalid word: is too long (limit: 10 characters)')
  assert.equal(await refusal({}, 'x'.repeat(11)), 'Invalid place: is too long (limit: 10 characters)')
  assert.equal(await refusal({ numbers: [1, 2, 3, 4] }), 'Invalid numbers: is too long (limit: 3 items)')
  assert.equal(await refusal({ numbers: Array(50_000).fill('x') }), 'Invalid numbers: is too long (limit: 3 items)')
  assert.equal(await refusal({ either: ['a', 'b', 'c', 'd'] }), 'Invalid either: is too long (limit: 3 items)')
  assert.match(await refusal({ either: ['x'.repeat(11)] }), /^Invalid either: \[0\] is too long/)
  assert.equal(await refusal({ named: { a: '', b: '', c: '', d: '' } }), 'Invalid named: is too long (limit: 3 names)')
  assert.match(await refusal({ named: { a: 'x'.repeat(11) } }), /^Invalid named: \["a"\] is too long/)
  assert.match(await refusal({ named: { ['x'.repeat(21)]: '' } }), /^Invalid named: \["x{21}"\] the name is too long/)
  assert.equal(await refusal({ anything: 'x'.repeat(2_001) }), 'Invalid anything: is too long (limit: 2000 characters)')
  assert.equal(
    await refusal({ numbers: `[1${' '.repeat(2 ** 20)}]` }),
    'Invalid numbers: is too long (limit: 1048576 characters)',
  )
  const params = { word: '🎈'.repeat(10), numbers: [1, 2, 3], anything: { a: [1] }, either: 'just text' }
  assert.deepEqual(await given(params), { place: 'here', ...params })
})

test('null bytes and lone surrogates are refused everywhere, by parameter name', async () => {
  for (const [bad, why] of [
    ['\\u0000', 'cannot contain null bytes'],
    ['\\ud83d', 'cannot contain halves of surrogate pairs'],
    ['\\udc00\\ud83d', 'cannot contain halves of surrogate pairs'],
  ])
    for (const [name, value] of [
      ['anything', `"${bad}"`],
      ['anything', `{"${bad}": 1}`],
      ['anything', `[[{"a": [{"b": "x${bad}y"}]}]]`],
      ['named', `{"a": "${bad}"}`],
      ['named', `{"a${bad}": "b"}`],
      ['either', `["${bad}"]`],
      ['numbers', `["${bad}"]`],
    ] as const)
      assert.equal(await refusal({ [name]: value }), `Invalid ${name}: ${why}`, `${name}=${value}`)
  assert.equal(await refusal({ word: 'a\u0000b' }), 'Invalid word: cannot contain null bytes')
  assert.equal(await refusal({ either: 'a\u0000b' }), 'Invalid either: cannot contain null bytes')
  assert.equal(await refusal({}, 'a%00b'), 'Invalid place: cannot contain null bytes')
  assert.equal(await refusal({ client: 'a\u0000b' }), 'Invalid client: cannot contain null bytes')
  assert.equal(await refusal({ 'a\u0000b': 'x' }), 'Invalid parameter name: cannot contain null bytes')
  assert.deepEqual(await given({ anything: '"\\ud83d\\ude00"', either: 'ü🎈' }), {
    place: 'here',
    anything: '😀',
    either: 'ü🎈',
  })
})

test("a client's name is truncated between characters", async () => {
  const { owner } = society
  const message = { type: 'direct', to: [owner.id], content: 'Hello', client: `${'x'.repeat(29)}🎈🎈` }
  const { id } = await owner.send('POST', '/messages', message)
  const { message: sent } = (await owner.send('GET', `/messages/${id}`)) as { message: { client: string } }
  assert.equal(sent.client, `${'x'.repeat(29)}🎈`)
})

test('too deeply nested values are refused at any depth', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const why = `is nested too deeply (limit: ${maxDepth} levels)`
  assert.equal(await refusal({ anything: nested(maxDepth + 1) }), `Invalid anything: ${why}`)
  assert.equal(await refusal({ either: nested(20_000) }), `Invalid either: ${why}`)
  assert.equal(await refusal({ numbers: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` }), `Invalid numbers: ${why}`)
  assert.equal(
    JSON.stringify(((await given({ anything: nested(maxDepth) })) as { anything: unknown }).anything),
    nested(maxDepth),
  )
})

test('names with a meaning in JavaScript are ordinary names', async () => {
  assert.deepEqual(await given({ named: '{"__proto__": "a", "constructor": "b", "toString": "c"}' }), {
    place: 'here',
    named: [
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', 'c'],
    ],
  })
  const answer = await society.owner.client.send('POST', '/echo/here', [
    ['__proto__', '1'],
    ['constructor', '2'],
    ['hasOwnProperty', '3'],
  ])
  assert.deepEqual(answer.given, { place: 'here' })
  assert.deepEqual(answer.ignored_parameters_unsupported, ['__proto__', 'constructor', 'hasOwnProperty'])
})

function send(body: string | Buffer, type: string, query = '') {
  const { email, apiKey } = society.owner
  return new Promise<{ status: number; msg: string }>((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: server.port,
        method: 'POST',
        path: `/api/v1/echo/here${query}`,
        headers: {
          host: `${society.subdomain}.loquat.test`,
          authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
          'content-type': type,
        },
      },
      async (incoming) => {
        const parts: Buffer[] = []
        for await (const part of incoming) parts.push(part as Buffer)
        resolve({ status: incoming.statusCode ?? 0, msg: JSON.parse(Buffer.concat(parts).toString()).msg })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

test('the number of parameters is limited, in forms and the query', async () => {
  const pairs = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=`).join('&')
  const parts = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `--edge\r\nContent-Disposition: form-data; name="p${index}"\r\n\r\n\r\n`,
    ).join('')
  const form = 'application/x-www-form-urlencoded'
  const multipart = 'multipart/form-data; boundary=edge'
  const tooMany = { status: 400, msg: 'Too many parameters (limit: 1000)' }
  assert.deepEqual(await send(pairs(1_001), form), tooMany)
  assert.deepEqual(await send('', form, `?${pairs(1_001)}`), tooMany)
  assert.deepEqual(await send(`${parts(1_001)}--edge--\r\n`, multipart), tooMany)
  assert.equal((await send(pairs(1_000), form)).status, 200)
  assert.equal((await send(`${parts(1_000)}--edge--\r\n`, multipart)).status, 200)
  assert.match((await send(`${'n'.repeat(201)}=1`, form)).msg, /^Invalid parameter name: is too long/)
})

test('a body that is a value is checked too, including field names', async () => {
  assert.equal((await send('{"a": "\\u0000"}', 'application/json')).msg, 'Invalid anything: cannot contain null bytes')
  assert.match((await send('['.repeat(3_000), 'application/json')).msg, /^Invalid anything: is too long/)
  assert.match((await send('['.repeat(100) + ']'.repeat(100), 'application/json')).msg, /^Invalid anything: is nested/)
  const part = `--edge\r\nContent-Disposition: form-data; name="a\u0000b"\r\n\r\nx\r\n--edge--\r\n`
  assert.deepEqual(await send(part, 'multipart/form-data; boundary=edge'), {
    status: 400,
    msg: 'Invalid parameter name: cannot contain null bytes',
  })
  const value = `--edge\r\nContent-Disposition: form-data; name="other"\r\n\r\na\u0000b\r\n--edge--\r\n`
  assert.equal(
    (await send(value, 'multipart/form-data; boundary=edge')).msg,
    'Invalid other: cannot contain null bytes',
  )
})
