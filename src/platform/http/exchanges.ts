import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
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

/** What areas answer in protocols of their own. */
export function addExchanges(app: FastifyInstance, exchanges: readonly Exchange[], options: ExchangeOptions): void {
  for (const exchange of exchanges)
    for (const below of ['', '/', '/*'])
      app.route({
        method: methods,
        url: (exchange.isAtRoot ? '' : prefix) + exchange.path + below,
        exposeHeadRoute: false,
        config: { streams: true, keepsBody: exchange.takesForms },
        onRequest: async (_request, reply) => void reply.headers(exchange.headers),
        handler: (request, reply) => handle(app, exchange, request, reply, options),
      })
}

/** What is asked of tokens. */
const anyToken = { scope: 'open', inChannels: true } as const
const writingToken = { scope: 'write', inChannels: false } as const

async function handle(
  app: FastifyInstance,
  exchange: Exchange,
  request: FastifyRequest,
  reply: FastifyReply,
  { runtime, admission, limits }: ExchangeOptions,
) {
  const method = methodOf(request)
  if (method === 'OPTIONS') {
    request.allowance = await limits.address(request.ip)
    return answer(request, reply, exchange.describe(runtime))
  }
  const rule = exchange.takesTokens ? anyToken : writingToken
  const admitted = admission.admit({ caller: exchange.isForAnyone ? 'anyone' : 'user', ...rule }, request, 'api')
  const { org, viewerId } = await admitted.catch(async (error: unknown) => {
    throw await challenged(exchange, runtime, request, error)
  })
  const context = new RequestContext(runtime, org, viewerId, request, reply, undefined, limits)
  const { '*': rest = '' } = request.params as Record<string, string>
  const form = exchange.takesForms && request.bodyBytes
  const body = isStream(request.body) ? request.body : form && Readable.from([form])
  const { headers } = request
  const asked = { method, headers, rest, body }
  return answer(request, reply, await exchange.handle(context as unknown as Context, asked, ownCalls(app, request)))
}

/** A refusal of whoever is not known, with the way to be. */
async function challenged({ challenge }: Exchange, runtime: Runtime, { headers }: FastifyRequest, error: unknown) {
  if (!challenge || !(error instanceof ApiError) || error.status !== 401) return error
  const org = await runtime.organizationAt(headers.host ?? '')
  const told = org && challenge(runtime, org)
  if (told === undefined) return error
  const { status, code, message, fields, template, values } = error
  const more = headers.authorization === undefined ? '' : ', error="invalid_token"'
  return new ApiError(status, code, message, { ...fields }, { 'www-authenticate': told + more }, { template, values })
}

const isStream = (body: unknown): body is Readable => typeof (body as Readable | undefined)?.pipe === 'function'

/** Some networks let only GET and POST through. */
function methodOf({ method, headers }: FastifyRequest): string {
  const meant = headers['x-http-method-override']
  return method === 'POST' && typeof meant === 'string' ? meant.toUpperCase() : method
}

function answer(request: FastifyRequest, reply: FastifyReply, { status, headers = {}, fields, json }: ExchangeAnswer) {
  decorate(request, reply)
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
  if (json !== undefined) return reply.type('application/json').send(json)
  return fields ? reply.type('application/json').send(envelope(fields, [])) : reply.send()
}
