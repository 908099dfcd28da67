import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ApiError, decodeParams, type Endpoint, noSuchOrganization, notFound, reason, unauthorized, z } from '#contract'
import type { Runtime } from '#platform/runtime'
import {
  type Area,
  type Context,
  JsonFields,
  type OpenContext,
  type RequestInfo,
  type Route,
  type UploadedFile,
} from '#platform/serve'
import { checkCaller } from './callers.ts'
import { clientName, credentials } from './credentials.ts'
import { type Allowance, RateLimits } from './limits.ts'
import { addPairs, type MultipartLimits, payloadTooLarge, readMultipart } from './parameters.ts'
import { RouteTable } from './routes.ts'

export { type Allowance, RateLimits } from './limits.ts'

export interface HttpOptions {
  runtime: Runtime
  /** Largest body without files, in bytes: a text of the greatest length in every encoding. */
  bodyLimit?: number
  /** Largest uploaded file in bytes. */
  fileLimit?: number
  /** Pages beside the API: registered on the same server. */
  pages?: (app: FastifyInstance) => Promise<void> | void
  /** Checks every reply against its declaration: for tests. */
  checkReplies?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    uploads: readonly UploadedFile[]
    uploadFolder: string | undefined
    allowance: Allowance | undefined
  }
}

const prefix = '/api/v1'

/** The HTTP side of the server. Sections 4.0, 5 and 7 of the specification. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance & { limits: RateLimits }> {
  const { runtime, bodyLimit = 4 * 2 ** 20, fileLimit = 100 * 2 ** 20 } = options
  const { config } = runtime
  const limits = new RateLimits(config)
  const app = fastify({
    bodyLimit,
    trustProxy: config.trustProxy === 'on',
    genReqId: () => randomUUID(),
    // one line per request costs more than the request: they are for those who look for something
    disableRequestLogging: config.logLevel !== 'debug',
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, stream: process.stderr },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_000, caseSensitive: true },
    // compat: one client writes a second slash when its site ends with one
    rewriteUrl: ({ url = '/' }) => (url.startsWith('//') ? url.replace(/^\/+/, '/') : url),
  })
  for (const method of ['GET', 'DELETE']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true } as { hasBody: boolean })
  app.decorateRequest('uploads', { getter: () => [] as UploadedFile[] } as never)
  parseBodies(app, { fieldSize: bodyLimit, fileSize: fileLimit })

  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, bodyLimit))
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) return answerError(notFound(), request, reply, bodyLimit)
    return reply.code(404).type('text/plain').send('Not found')
  })
  app.addHook('onResponse', async (request) => {
    if (request.uploadFolder) await rm(request.uploadFolder, { recursive: true, force: true })
  })

  const table = new RouteTable(runtime.areas.flatMap((area: Area) => area.routes ?? []))
  const authenticate = runtime.areas.find((area) => area.authenticate)?.authenticate
  for (const { method, pattern, routes, allowed } of table) {
    const takesFiles = routes.some(({ endpoint }) => endpoint.files)
    app.route({
      method,
      url: prefix + pattern,
      config: { takesFiles },
      handler: async (request, reply) => {
        if (routes.length === 0) {
          throw new ApiError(405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed', {}, { Allow: allowed.join(', ') })
        }
        const path = table.pathParams(request.params as Record<string, string>)
        const route = table.choose(routes, path)
        return handle(route, path, request, reply)
      },
    })
  }
  await options.pages?.(app)

  async function handle(route: Route, path: Map<string, string>, request: FastifyRequest, reply: FastifyReply) {
    const { endpoint, handler } = route
    const org = await runtime.organizationAt(request.headers.host ?? '')
    const given = endpoint.caller === 'anyone' ? undefined : credentials(request.headers.authorization)
    let viewerId: number | undefined
    if (endpoint.caller === 'anyone') {
      request.allowance = await limits.address(request.ip)
    } else {
      if (!given) {
        request.allowance = await limits.address(request.ip)
        throw unauthorized()
      }
      if (!org) throw noSuchOrganization()
      try {
        viewerId = authenticate?.(org, given.name, given.apiKey)
      } catch (error) {
        request.allowance = await limits.address(request.ip)
        throw error
      }
      request.allowance = await limits.user(viewerId as number)
      checkCaller(endpoint, org.viewer(viewerId as number))
    }
    // path, then body, then query: a value in the path is the one that the route was chosen by
    const raw = path
    if (request.body instanceof Map) for (const [name, value] of request.body) if (!raw.has(name)) raw.set(name, value)
    const query = request.url.indexOf('?')
    if (query >= 0) addPairs(raw, request.url.slice(query + 1))
    const client = raw.get('client')
    const { params, ignored } = decodeParams(endpoint, raw)
    const context = new RequestContext(runtime, org, viewerId, request, reply, client)
    const result = await handler(context as unknown as Context & OpenContext, params)
    if (options.checkReplies) checkReply(endpoint, result)
    // the http layer's own parameter
    const unsupported = 'client' in endpoint.params ? ignored : ignored.filter((name) => name !== 'client')
    return answer(request, reply, result, unsupported)
  }

  return Object.assign(app as unknown as FastifyInstance, { limits })
}

class RequestContext {
  readonly server: Runtime
  readonly client: string
  readonly request: RequestInfo
  readonly maybeOrg: Context['org'] | undefined
  readonly #viewerId: number | undefined

  constructor(
    runtime: Runtime,
    org: Context['org'] | undefined,
    viewerId: number | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    client: string | undefined,
  ) {
    this.server = runtime
    this.maybeOrg = org
    this.#viewerId = viewerId
    const userAgent = request.headers['user-agent']
    this.client = client?.slice(0, 30) || clientName(userAgent)
    let controller: AbortController | undefined
    this.request = {
      id: request.id,
      address: request.ip,
      userAgent: userAgent ?? '',
      files: request.uploads,
      get closed() {
        if (!controller) {
          const made = new AbortController()
          controller = made
          reply.raw.once('close', () => made.abort())
          if (reply.raw.destroyed) made.abort()
        }
        return controller.signal
      },
    }
  }

  get org(): Context['org'] {
    if (!this.maybeOrg) throw noSuchOrganization()
    return this.maybeOrg
  }

  get viewer() {
    const viewer = this.maybeViewer
    if (!viewer) throw unauthorized()
    return viewer
  }

  get maybeViewer() {
    return this.#viewerId === undefined ? undefined : this.org.viewer(this.#viewerId)
  }

  read: Context['read'] = (work) => this.server.db.read(work)
  write: Context['write'] = (work) => this.org.write(this.#viewerId ?? null, work)
  get: Context['get'] = (mirror) => this.org.get(mirror)
  fetch: Context['fetch'] = (mirror, key) => this.org.fetch(mirror, key)
}

function answer(request: FastifyRequest, reply: FastifyReply, result: unknown, ignored: string[]) {
  let text = '{"result":"success","msg":""'
  if (result instanceof JsonFields) text += result.text && `,${result.text}`
  else if (result && typeof result === 'object') {
    const fields = JSON.stringify(result)
    if (fields !== '{}') text += `,${fields.slice(1, -1)}`
  }
  if (ignored.length > 0) text += `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}`
  decorate(request, reply)
  return reply.type('application/json').send(`${text}}`)
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, bodyLimit: number) {
  const known = knownError(error, bodyLimit)
  if (!known) request.log.error({ err: error, reqId: request.id }, 'request failed')
  const folder = (error as { folder?: string }).folder
  if (folder) void rm(folder, { recursive: true, force: true })
  decorate(request, reply)
  if (known?.status === 401) reply.header('WWW-Authenticate', 'Basic realm="loquat"')
  if (known) reply.headers(known.headers)
  const body = known
    ? { result: 'error', msg: known.message, code: known.code, ...known.fields }
    : { result: 'error', msg: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' }
  return reply
    .code(known?.status ?? 500)
    .type('application/json')
    .send(JSON.stringify(body))
}

function knownError(error: unknown, bodyLimit: number): ApiError | undefined {
  if (error instanceof ApiError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return payloadTooLarge({}, { limit: Math.floor(bodyLimit / 2 ** 20) })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, 'BAD_REQUEST', 'Malformed request')
  return undefined
}

function decorate(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  const { allowance } = request
  if (!allowance) return
  reply.header('x-ratelimit-limit', allowance.limit)
  reply.header('x-ratelimit-remaining', allowance.remaining)
  reply.header('x-ratelimit-reset', allowance.resetsAtSecs)
}

function parseBodies(app: FastifyInstance, limits: MultipartLimits): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    const pairs = new Map<string, string>()
    addPairs(pairs, text as string)
    done(null, pairs)
  })
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: NodeJS.ReadableStream) => {
    const { takesFiles } = request.routeOptions.config as { takesFiles?: boolean }
    const { fields, files, folder } = await readMultipart(body as never, request.headers['content-type'] as string, {
      ...limits,
      fileSize: takesFiles ? limits.fileSize : 0,
    })
    Object.defineProperty(request, 'uploads', { value: files })
    request.uploadFolder = folder
    return fields
  })
  // compat: a body of any other kind holds no parameters
  app.addContentTypeParser(
    '*',
    (_request: FastifyRequest, body: NodeJS.ReadableStream, done: (error: Error | null, body?: unknown) => void) => {
      body.resume()
      body.on('end', () => done(null, undefined))
      body.on('error', done)
    },
  )
}

function checkReply(endpoint: Endpoint, result: unknown): void {
  const fields =
    result instanceof JsonFields ? JSON.parse(`{${result.text}}`) : JSON.parse(JSON.stringify(result ?? {}))
  const parsed = z.object(endpoint.result).safeParse(fields)
  if (!parsed.success)
    throw new Error(`The reply of ${endpoint.method} ${endpoint.path} is not as declared: ${reason(parsed.error)}`)
}
