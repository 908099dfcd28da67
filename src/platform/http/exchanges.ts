import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, noSuchOrganization } from '#contract'
import { logOn } from '#platform/log'
import type { Runtime } from '#platform/runtime'
import type { Context, Exchange, ExchangeAnswer } from '#platform/serve'
import type { Admission } from './admission.ts'
import { decorate, envelope } from './answers.ts'
import { prefix } from './call.ts'
import { RequestContext } from './context.ts'
import type { RateLimits } from './limits.ts'
import { ownCalls } from './own-calls.ts'

interface ExchangeOptions {
  readonly runtime: Runtime
  readonly admission: Admission
  readonly limits: RateLimits
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export function addExchanges(app: FastifyInstance, exchanges: readonly Exchange[], options: ExchangeOptions): void {
  for (const exchange of exchanges)
    for (const below of ['', '/', '/*'])
      app.route({
        method: methods,
        url: (exchange.isAtRoot ? '' : prefix) + exchange.path + below,
        exposeHeadRoute: false,
        config: { streams: exchange.takesForms ? 'all' : 'all but forms' },
        onRequest: async (_request, reply) => void reply.headers(exchange.headers),
        handler: (request, reply) => handle(app, exchange, request, reply, options),
      })
}

const anyToken = { scope: 'open', inChannels: true } as const
const writingToken = { scope: 'write', inChannels: false } as const

async function handle(
  app: FastifyInstance,
  exchange: Exchange,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ExchangeOptions,
) {
  const { refusal } = exchange
  if (!refusal) return handleUnguarded(app, exchange, request, reply, options)
  try {
    return await handleUnguarded(app, exchange, request, reply, options)
  } catch (error) {
    const told = refusal(error)
    // unsupported requests aren't failures, so only log status 500
    if (told.status === 500) logOn(request.log).event('request.failed', { err: error })
    return answer(request, reply, told)
  }
}

async function handleUnguarded(
  app: FastifyInstance,
  exchange: Exchange,
  request: FastifyRequest,
  reply: FastifyReply,
  { runtime, admission, limits }: ExchangeOptions,
) {
  const method = methodOf(request)
  if (method === 'OPTIONS') {
    request.allowance = await limits.address(request.callerAddress)
    return answer(request, reply, exchange.describe(runtime))
  }
  const { org, viewerId } = exchange.callerOf
    ? await admitKnown(exchange.callerOf, request, { runtime, limits })
    : await admitCaller(exchange, request, { runtime, admission })
  const { costAccount, ended } = admission.beginSpending(
    { method, path: exchange.path },
    { org, viewerId },
    request.callerAddress,
  )
  try {
    const context = new RequestContext(
      runtime,
      org,
      viewerId,
      request,
      reply,
      undefined,
      limits,
      undefined,
      costAccount,
    )
    const { '*': rest = '' } = request.params as Record<string, string>
    const body = isStream(request.body) ? request.body : undefined
    const { headers } = request
    const asked = { method, headers, rest, body }
    return answer(request, reply, await exchange.handle(context as unknown as Context, asked, ownCalls(app, request)))
  } finally {
    ended()
  }
}

async function admitCaller(
  exchange: Exchange,
  request: FastifyRequest,
  { runtime, admission }: Pick<ExchangeOptions, 'runtime' | 'admission'>,
) {
  const rule = exchange.takesTokens ? anyToken : writingToken
  try {
    return await admission.admit({ caller: exchange.isForAnyone ? 'anyone' : 'user', ...rule }, request, 'api')
  } catch (error) {
    throw await challenged(exchange, runtime, request, error)
  }
}

async function challenged({ challenge }: Exchange, runtime: Runtime, { headers }: FastifyRequest, error: unknown) {
  if (!challenge || !(error instanceof ApiError) || error.status !== 401) return error
  const org = await runtime.organizationAt(headers.host ?? '')
  const told = org && challenge(runtime.registry.runtimeOf(org), org)
  if (told === undefined) return error
  const { status, code, message, fields, template, values } = error
  const more = headers.authorization === undefined ? '' : ', error="invalid_token"'
  return new ApiError(status, code, message, { ...fields }, { 'www-authenticate': told + more }, { template, values })
}

async function admitKnown(
  callerOf: NonNullable<Exchange['callerOf']>,
  request: FastifyRequest,
  { runtime, limits }: Pick<ExchangeOptions, 'runtime' | 'limits'>,
) {
  const org = await runtime.organizationAt(request.headers.host ?? '')
  const known = org && callerOf(org, request.headers)
  request.allowance =
    known === undefined ? await limits.address(request.callerAddress) : await limits.program(org?.id ?? 0, known)
  if (!org) throw noSuchOrganization()
  return { org, viewerId: undefined }
}

const isStream = (body: unknown): body is Readable => typeof (body as Readable | undefined)?.pipe === 'function'

/** Some networks only allow GET and POST. */
function methodOf({ method, headers }: FastifyRequest): string {
  const meant = headers['x-http-method-override']
  return method === 'POST' && typeof meant === 'string' ? meant.toUpperCase() : method
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers = {}, fields, json, type = 'application/json' }: ExchangeAnswer,
) {
  decorate(request, reply)
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
  if (json !== undefined) return reply.type(type).send(json)
  return fields ? reply.type('application/json').send(envelope(fields, [])) : reply.send()
}
