import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import pino from 'pino'
import { ApiError, decodeParams, type Endpoint, noSuchOrganization, notFound, unauthorized } from '#contract'
import type { Config } from '#platform/config'
import type { Payer } from '#platform/db'
import { userOfLane, watchRendering } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import {
  type Area,
  type Context,
  type OpenContext,
  type Page,
  type PageAnswer,
  PlainText,
  type Route,
  type SignedIn,
} from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { answer, answerError, checkReply, decorate } from './answers.ts'
import { checkLength, parseBodies } from './bodies.ts'
import { checkCaller } from './callers.ts'
import { overTls, RequestContext } from './context.ts'
import { cookiesOf } from './cookies.ts'
import { cookieCounts, credentials, forbiddenOrigin, isOwnForm, keyInQuery, sessionCookie } from './credentials.ts'
import { directAnswers } from './direct.ts'
import { answerPage } from './files.ts'
import { type Allowance, RateLimits } from './limits.ts'
import { isWritten, levelOf } from './log.ts'
import { addMetrics } from './metrics.ts'
import { addPairs, checkedText } from './parameters.ts'
import { RouteTable } from './routes.ts'
import { laneOfUser, Spending } from './spending.ts'

export { encodingFor } from './compression.ts'
export { overTls } from './context.ts'
export { cookiesOf } from './cookies.ts'
export { forbiddenOrigin, isOwnForm, sessionCookie } from './credentials.ts'
export { answerPage } from './files.ts'
export { htmlPage } from './html.ts'
export { type Allowance, RateLimits } from './limits.ts'
export { Spending } from './spending.ts'

export interface HttpOptions {
  runtime: Runtime
  /** Largest body without files, in bytes: a text of the greatest length in every encoding. */
  bodyLimit?: number
  /** Largest uploaded file in bytes; the default is what the configuration says. */
  fileLimit?: number
  /** Pages beside the API: registered on the same server. */
  pages?: (app: FastifyInstance, runtime: Runtime) => Promise<void> | void
  /** Checks every reply against its declaration: for tests. */
  checkReplies?: boolean
  /** Counts what people spend, instead of one that the configuration makes: for tests. */
  spending?: Spending
  /** Where the log goes, a JSON line at a time; the default is standard error. */
  log?: { write(line: string): void }
}

declare module 'fastify' {
  interface FastifyRequest {
    allowance: Allowance | undefined
    session: SignedIn | undefined
    call: Call | undefined
  }
}

/** Who calls what, known before the request's body is read. */
interface Call {
  readonly route: Route
  readonly path: Map<string, string>
  readonly org: Organization | undefined
  readonly viewerId: number | undefined
  readonly spectator?: Viewer | undefined
  /** Who pays for it, and what ends that. */
  readonly payer: Payer
  readonly ended: () => void
}

const prefix = '/api/v1'
/** A GET may name thousands of messages in its query. */
const maxHeaderSize = 128 * 1024
const requestTimeout = 300_000
const keepAliveTimeout = 72_000

/** The HTTP side of the server: who asks, with what parameters, and the answer's envelope. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance & { limits: RateLimits }> {
  const { runtime, bodyLimit = 4 * 2 ** 20 } = options
  const { config } = runtime
  const { fileLimit = config.maxFileUploadMib * 2 ** 20 } = options
  const limits = new RateLimits(config)
  let direct: ReturnType<typeof directAnswers> = () => false
  const app: FastifyInstance<RawServerDefault> = fastify({
    bodyLimit,
    trustProxy: config.trustProxy === 'on',
    genReqId: () => randomUUID(),
    logger:
      config.logLevel === 'silent'
        ? false
        : // perf: asynchronous, because a synchronous line costs as much as a small request
          { level: config.logLevel, stream: options.log ?? pino.destination({ fd: 2, sync: false }) },
    // requests are logged below, in one line each
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: (handler) => {
      const server = createServer({ maxHeaderSize, requestTimeout, keepAliveTimeout })
      return server.on('request', (request, response) => {
        // when it is closing, the router says so to clients
        const otherwise = () => handler(request, response)
        if (hasTwoHosts(request)) {
          request.socket.end(malformed)
          return
        }
        if (!server.listening || !direct(request, response, otherwise)) otherwise()
      })
    },
    routerOptions: { maxParamLength: 2_000, caseSensitive: true },
    // compat: some clients write a second slash when their site ends with one
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/+(?:(api)\/+(v1)\/+)?/, (_all, api) => (api ? `${prefix}/` : '/')),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply as FastifyReply, bodyLimit),
    clientErrorHandler: refuseUnreadable,
  })
  app.decorateRequest('allowance', undefined)
  app.decorateRequest('session', undefined)
  app.decorateRequest('call', undefined)
  parseBodies(app, { fieldSize: bodyLimit, fileSize: fileLimit })

  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, bodyLimit))
  app.setNotFoundHandler((request, reply) => {
    if (/^\/api(\/|$)/.test(request.url)) return answerError(notFound(), request, reply, bodyLimit)
    return reply.code(404).type('text/plain').send('Not found')
  })
  // nothing is for browsers to guess what it is
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-content-type-options', 'nosniff'))
  app.addHook('onResponse', async (request) => {
    request.call?.ended()
    if (request.uploadFolder) await rm(request.uploadFolder, { recursive: true, force: true })
  })
  if (config.logLevel !== 'silent') app.addHook('onResponse', logRequests(config))
  const { counter, limited } = addMetrics(app as unknown as FastifyInstance, runtime)
  const spending =
    options.spending ??
    new Spending({
      budgetMs: config.userWorkSecondsPerMinute * 1000,
      refused(user, endpoint, spentMs, first) {
        limited()
        if (first)
          app.log.warn({ user, endpoint, seconds: Math.round(spentMs / 100) / 10 }, 'a user is limited: too much work')
      },
    })
  const isSpending = config.rateLimits === 'on'
  const unwatch = watchRendering((lane, ms) => {
    const user = userOfLane(lane)
    if (user !== undefined) spending.spentElsewhere(user, ms)
  })
  app.addHook('onClose', async () => unwatch())

  const routes = runtime.areas.flatMap((area: Area) => area.routes ?? [])
  const table = new RouteTable(routes)
  const authenticate = runtime.areas.find((area) => area.authenticate)?.authenticate
  const session = runtime.areas.find((area) => area.session)?.session
  const spectatorOf = runtime.areas.find((area) => area.spectator)?.spectator
  const checkReplies = options.checkReplies ?? false
  direct = directAnswers({
    runtime,
    routes,
    prefix,
    limits,
    authenticate,
    session,
    log: app.log,
    counter,
    checkReplies,
  })
  for (const { method, pattern, routes, allowed } of table) {
    const takesFiles = routes.some(({ endpoint }) => endpoint.files)
    app.route({
      method,
      url: prefix + pattern,
      config: { takesFiles, bodyParam: routes.find(({ endpoint }) => endpoint.bodyParam)?.endpoint.bodyParam },
      onRequest: async (request) => {
        if (routes.length === 0)
          throw new ApiError(405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed', {}, { Allow: allowed.join(', ') })
        const path = table.pathParams(request.params as Record<string, string>)
        const route = table.choose(routes, path)
        const admitted = await admit(route.endpoint, request, 'api')
        request.call = { route, path, ...admitted, ...beginSpending(route, admitted.viewerId, request.ip) }
        checkLength(request, takesFiles ? bodyLimit + fileLimit : bodyLimit)
      },
      handler: (request, reply) => handle(request.call as Call, request, reply),
    })
  }
  for (const page of runtime.areas.flatMap((area: Area) => area.pages ?? []))
    app.route({
      method: ['GET', 'HEAD'],
      url: page.path,
      exposeHeadRoute: false,
      handler: (request, reply) => show(page, request, reply),
    })
  for (const page of runtime.areas.flatMap((area: Area) => area.pages ?? []))
    if (page.submit)
      app.route({ method: 'POST', url: page.path, handler: (request, reply) => submit(page, request, reply) })
  await options.pages?.(app, runtime)

  /** Who asks, when the endpoint wants to know; throws when that person may not call it, or calls too often. */
  async function admit(
    endpoint: { caller: Endpoint['caller'] | Page['caller']; sends?: boolean },
    request: FastifyRequest,
    kind: 'api' | 'page',
  ): Promise<Pick<Call, 'org' | 'viewerId' | 'spectator'>> {
    const org = await runtime.organizationAt(request.headers.host ?? '')
    let viewerId: number | undefined
    const cookie =
      request.headers.authorization === undefined && endpoint.caller !== 'webhook' && cookieCounts(kind, request)
        ? cookiesOf(request.headers.cookie, overTls(runtime)).get(sessionCookie)
        : undefined
    const isNobody = request.headers.authorization === undefined && !(cookie && org && session?.(org, cookie))
    const isOpen = endpoint.caller === 'either' && isNobody
    if (endpoint.caller === 'anyone' || isOpen) {
      request.allowance = await limits.address(request.ip)
      return { org, viewerId }
    }
    if (endpoint.caller === 'spectator' && isNobody) {
      request.allowance = await limits.address(request.ip)
      const spectator = org && spectatorOf?.(org)
      if (!spectator) throw unauthorized()
      return { org, viewerId, spectator }
    }
    try {
      const given = endpoint.caller === 'webhook' ? keyInQuery(request.url) : credentials(request.headers.authorization)
      if (!given && !cookie) throw unauthorized()
      if (!org) throw noSuchOrganization()
      request.session = cookie === undefined ? undefined : session?.(org, cookie)
      viewerId = given ? authenticate?.(org, given.name, given.apiKey) : request.session?.userId
      if (viewerId === undefined) throw unauthorized()
    } catch (error) {
      request.allowance = await limits.address(request.ip)
      throw error
    }
    request.allowance = await limits.user(viewerId)
    checkCaller(endpoint, org.viewer(viewerId))
    return { org, viewerId }
  }

  /** What waits for events is never refused, or clients would miss some. */
  function beginSpending(
    { endpoint, direct }: Route,
    viewerId: number | undefined,
    address: string,
  ): Pick<Call, 'payer' | 'ended'> {
    if (!isSpending || direct || viewerId === undefined) {
      const lane = viewerId === undefined ? `address ${address}` : laneOfUser(viewerId)
      return { payer: { lane, spent() {} }, ended() {} }
    }
    const line = `${endpoint.method} ${endpoint.path}`
    return { ended: spending.admit(viewerId, line), payer: spending.payer(viewerId, line) }
  }

  async function handle(
    { route, path, org, viewerId, spectator, payer }: Call,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { endpoint, handler } = route
    // path, then body, then query: a value in the path is the one that the route was chosen by
    const raw = path
    if (request.body instanceof Map) for (const [name, value] of request.body) if (!raw.has(name)) raw.set(name, value)
    const query = request.url.indexOf('?')
    if (query >= 0) addPairs(raw, request.url.slice(query + 1))
    const client = raw.get('client')
    const begun = performance.now()
    const { params, ignored } = decodeParams(endpoint, raw)
    payer.spent(performance.now() - begun)
    const context = new RequestContext(runtime, org, viewerId, request, reply, client, limits, spectator, payer)
    const result = await handler(context as unknown as Context & OpenContext, params)
    // a poll waits long; a request that changes something may be the very one that ends the session
    if (endpoint.method === 'GET' && request.session?.hasEnded) throw unauthorized()
    if (options.checkReplies) checkReply(endpoint, result)
    // the http layer's own parameter
    const unsupported = 'client' in endpoint.params ? ignored : ignored.filter((name) => name !== 'client')
    if (result instanceof PlainText) {
      decorate(request, reply)
      return reply.type('text/plain').send(result.text)
    }
    return answer(request, reply, endpoint, result, unsupported, (ms) => payer.spent(ms))
  }

  async function show({ caller, handler }: Page, request: FastifyRequest, reply: FastifyReply) {
    const { org, viewerId, spectator } = await admit({ caller }, request, 'page')
    const context = new RequestContext(runtime, org, viewerId, request, reply, undefined, limits, spectator)
    const query = new URLSearchParams(/\?(.*)$/s.exec(request.url)?.[1])
    for (const [name, text] of query) checkedText(name, text)
    const params = request.params as Record<string, string>
    const page = await handler(context as unknown as Context & OpenContext, params, query)
    decorate(request, reply)
    return answerPage(request, reply, page, overTls(runtime))
  }

  async function submit({ submit, caller }: Page, request: FastifyRequest, reply: FastifyReply) {
    const { org } = await admit({ caller }, request, 'page')
    if (!isOwnForm(request)) throw forbiddenOrigin()
    const context = new RequestContext(runtime, org, undefined, request, reply, undefined, limits)
    const form = request.body instanceof Map ? request.body : new Map<string, string>()
    const params = request.params as Record<string, string>
    const page = await submit?.(context as unknown as OpenContext, params, form)
    decorate(request, reply)
    return answerPage(request, reply, page as PageAnswer, overTls(runtime))
  }

  return Object.assign(app as unknown as FastifyInstance, { limits })
}

/** At most one line per request, with the id that its answer bore. */
const logRequests =
  (config: Config) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { method, call } = request
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const level = levelOf({ method, status, ms, route: call?.route }, config.slowRequestMs)
    // perf: most requests are quiet ones
    if (!isWritten(config, level)) return
    request.log[level]({ method, path: loggedPath(request), status, ms, user: call?.viewerId }, 'request')
  }

/** An address may hold a key, the token of a file or somebody's mail address; its pattern never does. */
const loggedPath = ({ call, routeOptions }: FastifyRequest): string | undefined =>
  call ? prefix + call.route.endpoint.path : routeOptions.url

/** Which organization was meant is then for nobody to say (RFC 9112, 3.2); Node keeps the first and hides the rest. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

const refusal = (line: string): string => {
  const body = JSON.stringify({ result: 'error', msg: 'Malformed request', code: 'BAD_REQUEST' })
  const headers = ['Content-Type: application/json', 'X-Content-Type-Options: nosniff']
  return `HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
}
const malformed = refusal('400 Bad Request')
const headersTooLarge = refusal('431 Request Header Fields Too Large')

/** What is not HTTP, or not enough of it. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  socket.end(error.code === 'HPE_HEADER_OVERFLOW' ? headersTooLarge : malformed)
}
