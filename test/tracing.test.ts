import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { assert, RealServer, test } from '#test'

interface Value {
  stringValue?: string
  intValue?: number
}
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}
interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

/** An OTLP/HTTP receiver of JSON. */
class Collector {
  readonly exports: Export[] = []
  readonly paths = new Set<string>()
  readonly keys = new Set<unknown>()
  readonly bodies: string[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      this.paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`)
      this.keys.add(request.headers['x-key'])
      const whole = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      this.bodies.push(whole.toString('latin1'))
      if (request.headers['content-type'] === 'application/json') this.exports.push(JSON.parse(whole.toString()))
      response.writeHead(200, { 'content-type': `${request.headers['content-type']}` }).end()
    })
  }

  static async start(): Promise<Collector> {
    const collector = new Collector()
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve))
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get spans(): Span[] {
    return this.exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    )
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.#server.close(resolve))
  }
}

const of = (attributes: Span['attributes'], name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? Number(value?.intValue)
}

/** Starts a server with these variables, and returns how to ask it as its owner. */
async function traced(environment: Record<string, string>) {
  const server = await RealServer.prepare()
  const { email, apiKey } = await server.createOrganization()
  Object.assign(server.environment, environment)
  await server.start()
  const authorization = `Basic ${btoa(`${email}:${apiKey}`)}`
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, { ...init, headers: { authorization, ...init.headers } })
  return { server, ask }
}

test('each request is a span with its route, and its reads and writes are parts', async () => {
  const collector = await Collector.start()
  const { server, ask } = await traced({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_SERVICE_NAME: 'chat',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  try {
    const caller = { traceId: `${'a'.repeat(31)}1`, spanId: 'b'.repeat(16) }
    const traceparent = `00-${caller.traceId}-${caller.spanId}-01`
    const found = await ask('/api/v1/messages?anchor=newest&num_before=5&num_after=0', { headers: { traceparent } })
    assert.equal(found.status, 200)
    const body = new URLSearchParams({ title: 'Hi', content: 'Hello' })
    const made = await ask('/api/v1/saved_snippets', { method: 'POST', body })
    assert.equal(made.status, 200)
    assert.equal((await ask('/api/v1/messages/987654')).status, 400)
    assert.equal((await ask('/nowhere/ada@example.com')).status, 404)
    // stopping sends what is left
    assert.equal(await server.end('SIGTERM'), 0)

    const { spans } = collector
    const rootOf = (reply: Response) =>
      spans.find(({ attributes }) => of(attributes, 'loquat.request_id') === reply.headers.get('x-request-id'))
    const root = rootOf(found)
    assert.ok(root)
    assert.deepEqual(
      [root.name, root.kind, root.traceId, root.parentSpanId],
      ['GET /messages', 2, caller.traceId, caller.spanId],
    )
    assert.deepEqual(
      ['http.request.method', 'http.route', 'http.response.status_code'].map((name) => of(root.attributes, name)),
      ['GET', '/messages', 200],
    )
    const parts = (span: Span | undefined) =>
      spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId).map(({ name }) => name)
    assert.ok(parts(root).includes('database read'))
    assert.deepEqual(parts(rootOf(made)), ['database write'])
    assert.ok(spans.some(({ name }) => name === 'GET /messages/{message_id}'))
    assert.ok(spans.some(({ name }) => name === 'GET none'))
    const sent = JSON.stringify(collector.exports)
    assert.doesNotMatch(sent, /987654|ada@example|Hello/)
    const resource = collector.exports[0]?.resourceSpans[0]?.resource.attributes ?? []
    assert.deepEqual(
      ['service.name', 'deployment.environment.name'].map((name) => of(resource, name)),
      ['chat', 'test'],
    )
    assert.deepEqual([...collector.paths], ['POST /v1/traces application/json'])
    assert.deepEqual([...collector.keys], ['secret'])
  } finally {
    await server.dispose()
    await collector.close()
  }
})

test('callers decide about sampling if the sampler’s name begins with parentbased_', async () => {
  const collector = await Collector.start()
  const { server, ask } = await traced({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  try {
    await ask('/api/v1/users/me')
    await ask('/api/v1/users', { headers: { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` } })
    await server.end('SIGTERM')
    assert.deepEqual(
      collector.spans.filter(({ kind }) => kind === 2).map(({ name }) => name),
      ['GET /users'],
    )
    assert.deepEqual([...collector.paths], ['POST /own/path application/json'])
  } finally {
    await server.dispose()
    await collector.close()
  }
})

test('by default, callers don’t decide about sampling', async () => {
  const collector = await Collector.start()
  const { server, ask } = await traced({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  })
  try {
    await ask('/api/v1/users', { headers: { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00` } })
    await server.end('SIGTERM')
    assert.deepEqual(
      collector.spans.filter(({ kind }) => kind === 2).map(({ name, traceId }) => [name, traceId]),
      [['GET /users', '1'.repeat(32)]],
    )
  } finally {
    await server.dispose()
    await collector.close()
  }
})

test('a collector that doesn’t respond doesn’t keep the server from stopping', async () => {
  const held: ServerResponse[] = []
  const collector = createServer((_, response) => held.push(response))
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const hour = String(60 * 60 * 1000)
  const { server, ask } = await traced({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: hour,
    OTEL_BSP_EXPORT_TIMEOUT: hour,
  })
  try {
    await ask('/api/v1/users/me')
    assert.equal(await server.end('SIGTERM'), 0)
    assert.ok(held.length > 0)
  } finally {
    await server.dispose()
    collector.closeAllConnections()
    collector.close()
  }
})

test('spans are sent as protobuf unless the protocol says JSON', async () => {
  const collector = await Collector.start()
  const { server, ask } = await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  try {
    await ask('/api/v1/users/me')
    await server.end('SIGTERM')
    assert.deepEqual([...collector.paths], ['POST /v1/traces application/x-protobuf'])
    assert.match(collector.bodies.join(''), /GET \/users\/me/)
  } finally {
    await server.dispose()
    await collector.close()
  }
})

test('an invalid OTEL variable stops the server from starting and is named', async () => {
  const server = await RealServer.prepare()
  const refused = () =>
    server
      .command('serve', '--port', '0')
      .then(() => '')
      .catch(({ stderr }: { stderr: string }) => stderr)
  try {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
    for (const [more, expected] of [
      [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /OTEL_EXPORTER_OTLP_PROTOCOL: must be http\/protobuf or http\/json/],
      [{ OTEL_TRACES_SAMPLER: 'often' }, /OTEL_TRACES_SAMPLER: must be always_on/],
      [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '7' }, /OTEL_TRACES_SAMPLER_ARG: must be a num/],
      [{ OTEL_TRACES_EXPORTER: 'zipkin' }, /OTEL_TRACES_EXPORTER: must be otlp or none/],
      [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, /OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL/],
    ] as const) {
      const names = Object.keys({ ...endpoint, ...more })
      Object.assign(server.environment, endpoint, more)
      assert.match(await refused(), expected)
      for (const name of names) delete server.environment[name]
    }
  } finally {
    await server.dispose()
  }
})
