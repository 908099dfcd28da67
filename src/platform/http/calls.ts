import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, decodeParams, serviceUnavailable, unauthorized } from '#contract'
import { loopTime } from '#platform/fair-queues'
import type { Runtime } from '#platform/runtime'
import {
  type Context,
  HeldBack,
  type OpenContext,
  PlainText,
  paramNotWithToken,
  type Route,
  ServerSentEvents,
} from '#platform/serve'
import type { Admission } from './admission.ts'
import { answer, checkReply, decorate } from './answers.ts'
import { bodyBytesOf, checkLength, limitsOf } from './body-limits.ts'
import { type Call, prefix } from './call.ts'
import { RequestContext } from './context.ts'
import type { Gate } from './gate.ts'
import type { RateLimits } from './limits.ts'
import { addPairs } from './pairs.ts'
import type { PollSemaphore } from './poll-semaphore.ts'
import { RouteTable } from './routes.ts'
import { streamHeaders } from './streams.ts'
import type { Untaken } from './untaken.ts'

interface CallOptions {
  readonly runtime: Runtime
  readonly admission: Admission
  readonly limits: RateLimits
  readonly gate: Gate
  readonly polls: PollSemaphore
  readonly untaken: Untaken
  /** Limits in bytes: a body without files, and a file. */
  readonly bodyLimit: number
  readonly fileLimit: number
  readonly checkReplies: boolean
}

/** Writes the audit log entry in the change's transaction. The returned function writes it if there was no mutation. */
export function audited(
  context: RequestContext,
  { features }: Runtime,
  { endpoint }: Route,
  params: Record<string, unknown>,
  raw: ReadonlyMap<string, string>,
): (() => Promise<void>) | undefined {
  const audit = features.find((feature) => feature.audit)?.audit
  if (!audit) return undefined
  const given = endpoint.decoders.filter(({ names }) => names.some((name) => raw.has(name)))
  const call = {
    endpoint,
    params: Object.fromEntries(given.map(({ name }) => [name, params[name]])),
    address: context.request.address,
    client: context.client,
  }
  let wasMutation = false
  context.audit = async (mutation) => {
    wasMutation = true
    if (mutation.hasWritten && !mutation.isOwnAffair) await audit(mutation, call)
  }
  return async () => {
    if (!wasMutation) await context.org.transact(context.viewerId ?? null, (mutation) => audit(mutation, call))
  }
}

export function addCalls(app: FastifyInstance, routes: readonly Route[], options: CallOptions): void {
  const { admission, bodyLimit, fileLimit } = options
  const table = new RouteTable(routes)
  for (const { method, pattern, routes, allowed } of table) {
    const takesFiles = routes.some(({ endpoint }) => endpoint.files)
    app.route({
      method,
      url: prefix + pattern,
      config: {
        takesFiles,
        bodyParam: routes.find(({ endpoint }) => endpoint.bodyParam)?.endpoint.bodyParam,
        keepsBody: routes.some(({ endpoint }) => endpoint.keepsBody),
      },
      onRequest: async (request) => {
        if (routes.length === 0)
          throw new ApiError(405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed', {}, { Allow: allowed.join(', ') })
        const path = table.pathParams(request.params as Record<string, string>)
        const route = table.choose(routes, path)
        const admitted = await admission.admit(route.endpoint, request, 'api')
        request.call = {
          route,
          path,
          ...admitted,
          ...admission.beginSpending(route.endpoint, admitted, request.callerAddress),
        }
        const most = bodyBytesOf(admitted, bodyLimit)
        checkLength(request, takesFiles ? most + fileLimit : most)
      },
      handler: (request, reply) => {
        const call = request.call as Call
        const answer = () => handle(call, request, reply, options)
        return call.route.endpoint.caller === 'webhook' ? recordRefusal(call, options.runtime, answer) : answer()
      },
    })
  }
}

/** Reports errors of incoming webhooks to a feature: their senders rarely show them to the person who set them up. */
async function recordRefusal<T>(
  { org, viewerId, route, path }: Call,
  { features }: Runtime,
  answer: () => Promise<T>,
): Promise<T> {
  const begun = performance.now()
  try {
    return await answer()
  } catch (error) {
    const hear = features.find((feature) => feature.webhookRefused)?.webhookRefused
    if (org && viewerId !== undefined)
      await hear?.(org, viewerId, error, performance.now() - begun, route.endpoint, path)
    throw error
  }
}

/** Waits for a place to build a large answer; if the line is too long, rejects with a time to retry. */
async function letIn(call: Call, reply: FastifyReply, gate: Gate): Promise<() => void> {
  const leave = await gate.enter(call.costAccount.queueKey).catch((error: unknown) => {
    call.isTurnedAway = true
    throw error
  })
  if (!reply.raw.destroyed) return leave
  // the client has disconnected
  leave()
  call.isTurnedAway = true
  throw serviceUnavailable(1)
}

async function handle(call: Call, request: FastifyRequest, reply: FastifyReply, options: CallOptions) {
  const { route, path, org, viewerId, spectator, costAccount } = call
  const { runtime, limits, checkReplies } = options
  const { endpoint, handler } = route
  // path, then body, then query: a value in the path chose the route, so nothing overrides it
  const raw = path
  if (request.body instanceof Map) for (const [name, value] of request.body) if (!raw.has(name)) raw.set(name, value)
  const query = request.url.indexOf('?')
  if (query >= 0) addPairs(raw, Buffer.from(request.url.slice(query + 1), 'latin1'), limitsOf(endpoint))
  const client = raw.get('client')
  const begun = performance.now()
  const { params, ignored } = decodeParams(endpoint, raw)
  costAccount.charge(performance.now() - begun)
  const kept = request.token && endpoint.notWithToken?.find((name) => params[name] !== undefined)
  if (kept !== undefined) throw paramNotWithToken({}, { name: kept })
  const asCame = request.token && new Map(raw)
  await loopTime.enter(costAccount.queueKey)
  const leave = endpoint.large
    ? await letIn(call, reply, options.gate)
    : endpoint.waits
      ? await options.polls.enter(costAccount.queueKey)
      : () => {}
  try {
    const context = new RequestContext(runtime, org, viewerId, request, reply, client, limits, spectator, costAccount)
    context.endpoint = endpoint
    if (endpoint.waits) context.waits = leave
    const auditing = endpoint.audited ? audited(context, runtime, route, params, raw) : undefined
    if (request.token) runtime.features.find(({ agentCalls }) => agentCalls)?.agentCalls?.(context.org, endpoint)
    const result = await handler(context as unknown as Context & OpenContext, params)
    await auditing?.()
    // a poll may outlast its session; a write isn't rechecked, because it may be what ended the session
    const { session, token } = request
    if (endpoint.method === 'GET' && (session?.hasEnded || token?.hasEnded)) throw unauthorized()
    if (result instanceof ServerSentEvents) {
      decorate(request, reply)
      // the response to a HEAD request has no body, so its stream ends at once
      if (request.method === 'HEAD') return reply.headers(streamHeaders).send()
      const frames = options.untaken.streamed(costAccount.queueKey, result.frames, reply.raw)
      return reply.headers(streamHeaders).send(Readable.from(frames, { highWaterMark: 1 }))
    }
    if (checkReplies) checkReply(endpoint, result)
    // the HTTP layer handles this parameter
    const unsupported = 'client' in endpoint.params ? ignored : ignored.filter((name) => name !== 'client')
    if (result instanceof PlainText) {
      decorate(request, reply)
      for (const [name, value] of Object.entries(result.headers)) reply.header(name, value)
      return reply.type('text/plain').send(result.text)
    }
    return await answer(request, reply, endpoint, result, unsupported, (ms) => costAccount.charge(ms))
  } catch (error) {
    const { token } = request
    const holdBack = runtime.features.find((feature) => feature.holdBack)?.holdBack
    if (!(error instanceof HeldBack) || !token || !org || !holdBack) throw error
    throw await holdBack(org, { endpoint, params: asCame ?? raw, token, address: request.callerAddress }, error)
  } finally {
    leave()
  }
}
