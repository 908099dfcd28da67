import { Ajv2020 } from 'ajv/dist/2020.js'
import { aliased, apiError, asJson, bool, endpoint, id, ids, int, maxIds, text, z } from '#contract'
import { assert, test } from '#test'
import { features } from '../../app.ts'
import { openApiDocument } from './index.ts'
import { operationNames } from './names.ts'

const gone = apiError(404, 'BAD_REQUEST', 'It is gone.')
const declared = [
  endpoint('POST /things/{thing_id}', {
    summary: 'Change a thing',
    caller: 'administrator',
    params: {
      thing_id: id,
      topic: aliased(text({ max: 60 }), 'subject'),
      to: asJson(z.union([int, ids])),
      loud: bool.default(false),
    },
    result: { thing: z.object({ id: int }) },
    errors: [gone],
  }),
  endpoint('GET /things', { summary: 'Things', caller: 'anyone', params: { ids: ids.optional() } }),
]
const document = openApiDocument([
  { name: 'things', routes: declared.map((one) => ({ endpoint: one as never, handler: () => ({}) })) },
])

/** What stands at the end of that way into the document. */
const at = (value: unknown, ...way: (string | number)[]): unknown =>
  way.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown> | undefined)?.[name], value)
const change = (...way: (string | number)[]) => at(document, 'paths', '/things/{thing_id}', 'post', ...way)

test('an operation tells its parameters, how they travel, and their other names', () => {
  assert.deepEqual(
    ['name', 'in', 'required'].map((field) => change('parameters', 0, field)),
    ['thing_id', 'path', true],
  )
  const form = change('requestBody', 'content', 'application/x-www-form-urlencoded')
  assert.deepEqual(at(form, 'schema', 'required'), ['topic', 'to'])
  assert.deepEqual(at(form, 'encoding'), { to: { contentType: 'application/json' } })
  assert.equal(at(form, 'schema', 'properties', 'topic', 'type'), 'string')
  assert.equal(at(form, 'schema', 'properties', 'topic', 'maxLength'), 60)
  assert.deepEqual(at(form, 'schema', 'properties', 'topic', 'x-aliases'), ['subject'])
  assert.deepEqual(at(form, 'schema', 'properties', 'loud'), { type: 'boolean', default: false })
  assert.equal(change('description'), 'Only for administrators of the organization.')
  const list = at(document, 'paths', '/things', 'get')
  assert.equal(at(list, 'parameters', 0, 'content', 'application/json', 'schema', 'type'), 'array')
  assert.equal(at(list, 'parameters', 0, 'content', 'application/json', 'schema', 'maxItems'), maxIds)
  assert.deepEqual(at(list, 'security'), [])
})

test('callers sign in with a key, or a browser’s session and its page’s header', () => {
  const ways = at(document, 'security') as Record<string, unknown>[]
  assert.deepEqual(
    ways.map((way) => Object.keys(way)),
    [['apiKey'], ['accessToken'], ['session', 'ownPage']],
  )
  assert.deepEqual(
    ['apiKey', 'session', 'ownPage'].map((name) => at(document, 'components', 'securitySchemes', name, 'in') ?? 'http'),
    ['http', 'cookie', 'header'],
  )
})

test('an operation tells its answer and its refusals', () => {
  assert.deepEqual(Object.keys(change('responses') as object), ['200', '400', '401', '403', '404', '429'])
  const success = change('responses', '200', 'content', 'application/json', 'schema')
  assert.deepEqual(at(success, 'required'), ['result', 'msg', 'thing'])
  assert.equal(
    change('responses', '404', 'content', 'application/json', 'examples', 'BAD_REQUEST', 'summary'),
    'It is gone.',
  )
})

test('a protocol of its own is told with its headers, bodies and refusals', () => {
  const whole = openApiDocument(features)
  const piece = (...way: (string | number)[]) => at(whole, 'paths', '/tus/{upload_id}', 'patch', ...way)
  const parameters = piece('parameters') as { name: string; in: string; required: boolean }[]
  assert.deepEqual(
    parameters.map((one) => [one.in, one.name, one.required]),
    [
      ['path', 'upload_id', true],
      ['header', 'Tus-Resumable', true],
      ['header', 'Upload-Offset', true],
      ['header', 'Upload-Checksum', false],
    ],
  )
  assert.ok(piece('requestBody', 'content', 'application/offset+octet-stream'))
  assert.deepEqual(Object.keys(piece('responses', '204', 'headers') as object), [
    'Tus-Resumable',
    'Upload-Offset',
    'Upload-Expires',
  ])
  assert.equal(piece('responses', '204', 'content'), undefined)
  assert.ok(piece('responses', '200', 'content', 'application/json', 'schema', 'properties', 'url'))
  assert.ok(piece('responses', '409', 'headers', 'Tus-Resumable'))
  assert.deepEqual(at(whole, 'paths', '/tus/', 'options', 'security'), [])
})

test('every operation is called by the export that declares it', () => {
  const names = operationNames(features)
  const nameless = features
    .flatMap(({ routes = [], exchanges = [] }) => [
      ...routes.map(({ endpoint: one }) => one),
      ...exchanges.flatMap(({ operations }) => operations),
    ])
    .filter((one) => !names.has(one))
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(nameless, [], 'these belong to no module in the `api` of an area')
})

test('the whole document is sound: names are unique, references lead somewhere, schemas compile', async ({
  server,
}) => {
  const whole = openApiDocument(features, { initials: server.runtime.initials })
  const found = { schemas: [] as object[], operations: [] as string[] }
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { operationId, schema, $ref } = value as Record<string, unknown>
    if (typeof operationId === 'string') found.operations.push(operationId)
    if (typeof schema === 'object' && schema) found.schemas.push(schema)
    if (typeof $ref === 'string') assert.ok(at(whole, ...$ref.slice(2).split('/')), $ref)
    Object.values(value).forEach(walk)
  }
  walk(whole)
  const registered = at(
    whole,
    'paths',
    '/register',
    'post',
    'responses',
    '200',
    'content',
    'application/json',
    'schema',
  )
  const versions = ['version', 'feature_level', 'merge_base'].flatMap((name) => [`service_${name}`, `zulip_${name}`])
  for (const name of ['queue_id', 'last_event_id', 'idle_queue_timeout_secs', ...versions]) {
    assert.ok(at(registered, 'properties', name), name)
    assert.equal((at(registered, 'required') as string[]).includes(name), name !== 'idle_queue_timeout_secs', name)
  }
  assert.equal(new Set(found.operations).size, found.operations.length, 'operation ids are unique')
  assert.ok(found.operations.length > 10)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  found.schemas.forEach((schema, index) => {
    ajv.compile({ ...schema, components: whole.components, $id: `urn:schema:${index}` })
  })
  const paths = Object.entries(whole.paths as Record<string, Record<string, unknown>>)
  for (const [path, methods] of paths) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const one of Object.values(methods)) {
      const parameters = (at(one, 'parameters') ?? []) as { in: string; name: string }[]
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      assert.deepEqual(inPath.sort(), names.toSorted(), path)
    }
  }
  const shapes = paths.map(([path]) => path.replace(/\{\w+\}/g, '{}'))
  assert.equal(new Set(shapes).size, shapes.length, 'no two paths are the same')
})
