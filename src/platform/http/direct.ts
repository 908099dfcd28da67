import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { decodeParams, noSuchOrganization, type UserId, unauthorized } from '#contract'
import { queueKeyOf } from '#platform/fair-queues'
import { isWritten } from '#platform/log'
import type { Runtime } from '#platform/runtime'
import { CommonFields, type Context, type OpenContext, type Route, ServerSentEvents } from '#platform/serve'
import { callerOf, type Identification } from './admission.ts'
import { checkReply, ending, envelope, headersOf } from './answers.ts'
import { limitsOf } from './body-limits.ts'
import { prefix } from './call.ts'
import { callerAddresses } from './caller-address.ts'
import { checkCaller, checkToken } from './callers.ts'
import { type Compressed, compress, compressShared } from './compression.ts'
import { type Incoming, RequestContext, siteOf } from './context.ts'
import { cookiesOf } from './cookies.ts'
import { type ClientHeaders, cookieCounts, credentials, isWebClient, sessionCookie } from './credentials.ts'
import type { Allowance, RateLimits } from './limits.ts'
import { addPairs } from './pairs.ts'
import type { PollSemaphore } from './poll-semaphore.ts'
import { sendEvents, streamHeaders } from './streams.ts'
import type { Untaken } from './untaken.ts'

interface DirectOptions {
  runtime: Runtime
  routes: readonly Route[]
  limits: RateLimits
  identify: Identification
  /** Creates an endpoint's counter of answers. */
  counter: (line: string) => () => void
  checkReplies: boolean
  clientHeaders: ClientHeaders
  untaken: Untaken
  polls: PollSemaphore
}

const streamLines = Object.entries(streamHeaders).flat()
const jsonHeaders = ['content-type', 'application/json; charset=utf-8']

export type DirectAnswers = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => boolean

/**
 * Answers plain requests to `direct` endpoints, mostly polls, without the costly router. Others and all errors take the
 * normal path from the start, so these endpoints may run twice.
 */
export function directAnswers(options: DirectOptions): DirectAnswers {
  const { runtime, limits, counter, untaken, polls } = options
  const routes = new Map(
    options.routes
      .filter(({ direct, endpoint }) => direct && endpoint.method === 'GET')
      .map((route) => [prefix + route.endpoint.path, { ...route, count: counter(`GET ${route.endpoint.path}`) }]),
  )
  const addressOf = callerAddresses(runtime.config.trustProxy)
  const isLogged = isWritten(runtime.config, 'debug')

  const ownCookie = (request: IncomingMessage) =>
    cookieCounts('api', { method: 'GET', headers: request.headers })
      ? cookiesOf(request.headers.cookie, siteOf(runtime)).get(sessionCookie)
      : undefined

  const clientLines = options.clientHeaders.flat()

  /** perf: names and values, alternating, in the form that Node writes fastest. */
  const headerLines = (
    own: readonly string[],
    id: string,
    allowance: Allowance | undefined,
    headers: IncomingHttpHeaders,
  ): string[] => {
    const lines = isWebClient(headers) ? [...own, ...clientLines] : [...own]
    for (const [name, value] of headersOf(id, allowance)) lines.push(name, value)
    return lines
  }

  function log({ endpoint }: Route, begun: number, id: string, user: UserId, seen: Incoming) {
    if (!isLogged) return
    const ms = Math.round((performance.now() - begun) * 10) / 10
    const path = prefix + endpoint.path
    const fields = { method: 'GET', path, status: 200, ms, address: seen.callerAddress, user, token: seen.token?.id }
    runtime.log.event('request', fields, { level: 'debug', reqId: id })
  }

  async function answer(route: Route & { count(): void }, request: IncomingMessage, response: ServerResponse) {
    const begun = performance.now()
    const { endpoint, handler } = route
    const url = request.url as string
    const { headers } = request
    const given = credentials(headers.authorization)
    const org = await runtime.organizationAt(headers.host ?? '')
    if (!org) throw noSuchOrganization()
    const cookie = given ? undefined : ownCookie(request)
    const { viewerId, session, token } = callerOf(options.identify, org, given, cookie)
    checkCaller(endpoint, org.viewer(viewerId))
    if (token) checkToken(endpoint, token)
    const queueKey = queueKeyOf(org.id, viewerId)
    untaken.check(queueKey)
    const raw = new Map<string, string>()
    addPairs(raw, Buffer.from(url.slice(url.indexOf('?') + 1), 'latin1'), limitsOf(endpoint))
    const { params, ignored } = decodeParams(endpoint, raw)
    const allowance = await limits.user(viewerId)
    const id = randomUUID()
    const seen = {
      ...{ id, url, headers, uploads: [], session, token },
      // perf: few requests need it
      get callerAddress() {
        return addressOf(request)
      },
    }
    const context = new RequestContext(runtime, org, viewerId, seen, { raw: response }, raw.get('client'), limits)
    const leave = endpoint.waits ? await polls.enter(queueKey) : () => {}
    context.waits = leave
    let compressed: Compressed | undefined
    let body: Buffer | string
    try {
      // the client has disconnected
      if (response.destroyed) return
      const result = await handler(context as unknown as Context & OpenContext, params)
      if (session?.hasEnded || token?.hasEnded) throw unauthorized()
      if (result instanceof ServerSentEvents) {
        leave()
        response.writeHead(200, headerLines(streamLines, id, allowance, headers))
        route.count()
        log(route, begun, id, viewerId, seen)
        const frames = untaken.streamed(queueKey, result.frames, response)
        await sendEvents(response, frames, (err) => runtime.log.event('request.failed', { err }, { reqId: id }))
        return
      }
      const unsupported = ignored.length === 0 ? ignored : ignored.filter((name) => name !== 'client')
      if (options.checkReplies) checkReply(endpoint, result)
      const accepted = headers['accept-encoding']
      if (result instanceof CommonFields)
        compressed = await compressShared(endpoint, result.beginning, result.rest + ending(unsupported), accepted)
      if (compressed) body = compressed.body
      else {
        const text = envelope(result, unsupported)
        compressed = await compress(endpoint, text, accepted)
        body = compressed?.body ?? text
      }
    } finally {
      leave()
    }
    const length = Buffer.byteLength(body)
    untaken.toSend(queueKey, length, response)
    const lines = headerLines(jsonHeaders, id, allowance, headers)
    lines.push('content-length', `${length}`)
    if (compressed) for (const name in compressed.headers) lines.push(name, compressed.headers[name] as string)
    response.writeHead(200, lines)
    // perf: text is sent together with the headers, in one write
    response.end(body)
    route.count()
    log(route, begun, id, viewerId, seen)
  }

  return (request, response, otherwise) => {
    if (request.method !== 'GET') return false
    const { url = '', headers } = request
    const end = url.indexOf('?')
    const route = end < 0 ? undefined : routes.get(url.slice(0, end))
    const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
    if (!route || hasBody) return false
    answer(route, request, response).catch(otherwise)
    return true
  }
}
