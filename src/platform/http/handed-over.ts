import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { serviceUnavailable } from '#contract'
import type { Answer, Request } from '#platform/processes'
import type { Runtime } from '#platform/runtime'
import type { Exchange, Route } from '#platform/serve'
import { prefix } from './call.ts'
import type { DirectAnswers } from './direct.ts'

/** Longer bodies are handled by the process that received them. */
const maxBytes = 256 * 1024
/** Hop-by-hop headers. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'expect', 'upgrade', 'date'])

interface HandOverOptions {
  readonly app: FastifyInstance
  readonly runtime: Runtime
  readonly routes: readonly Route[]
  readonly exchanges: readonly Exchange[]
}

export interface HandOver {
  readonly handsOver: DirectAnswers
  /** Answers another process's request as if it had arrived here. */
  answer(request: Request): Promise<Answer>
}

/**
 * Hands writes to their organization's writer, to share its commits; authentication, limits, and accounting happen
 * there. A request that may have started elsewhere isn't retried here.
 */
export function handOver({ app, runtime, routes, exchanges }: HandOverOptions): HandOver {
  const stays = new Set(
    routes.flatMap(({ endpoint, stays }) =>
      stays || endpoint.large || endpoint.waits ? [`${endpoint.method} ${prefix}${endpoint.path}`] : [],
    ),
  )
  const streams = exchanges.filter(({ isAtRoot }) => !isAtRoot).map(({ path }) => prefix + path)

  const canGo = ({ method = '', url = '', headers }: IncomingMessage): boolean => {
    if (method !== 'POST' && method !== 'PATCH' && method !== 'DELETE' && method !== 'PUT') return false
    if (!url.startsWith(`${prefix}/`)) return false
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxBytes) return false
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    return !stays.has(`${method} ${path}`) && !streams.some((one) => path.startsWith(one))
  }

  async function answer({ method, url, headers, address, body, orgId }: Request): Promise<Answer> {
    const {
      statusCode,
      headers: told,
      rawPayload,
    } = await app.inject({
      method: method as 'POST',
      url,
      headers: { 'user-agent': undefined, ...headers },
      ...(address === undefined ? {} : { remoteAddress: address }),
      ...(body.length > 0 ? { payload: body } : {}),
    })
    const kept = Object.entries(told).filter(([name, value]) => !ofConnection.has(name) && value !== undefined)
    const org = await runtime.registry.opened(orgId)
    return {
      status: statusCode,
      headers: Object.fromEntries(kept) as Answer['headers'],
      position: org?.position ?? 0,
      body: rawPayload,
    }
  }

  async function pass(request: IncomingMessage, response: ServerResponse, otherwise: () => void): Promise<void> {
    const orgId = await runtime.registry
      .organizationIdBelow(runtime.subdomainOf(request.headers.host ?? ''))
      .catch(() => undefined)
    const { processes } = runtime
    if (orgId === undefined || !processes || processes.isWriterOf(orgId)) return otherwise()
    const body = await bodyOf(request)
    if (!body) return
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ofConnection.has(name)))
    const { method = '', url = '', socket } = request
    const handed = { method, url, headers, address: socket.remoteAddress, orgId, body }
    const outcome = await processes.hand(handed)
    if (outcome === 'unknown') return send(response, unavailable())
    // answered here: the other process didn't start it
    if (outcome === 'declined') return send(response, await answer(handed).catch(unavailable))
    // wait for the change, so that the client's next request here sees it
    const org = await runtime.registry.opened(orgId)
    await org?.reach(outcome.position).catch(() => {})
    send(response, outcome)
  }

  function send(response: ServerResponse, { status, headers, body }: Omit<Answer, 'position'>): void {
    if (response.destroyed) return
    const closing: OutgoingHttpHeaders = app.server.listening ? {} : { connection: 'close' }
    response.writeHead(status, { ...headers, ...closing })
    response.end(body)
  }

  return {
    answer,
    handsOver(request, response, otherwise) {
      if (!runtime.processes?.others || !canGo(request)) return false
      pass(request, response, otherwise).catch((error: unknown) => {
        runtime.log.event('request.forwarding_failed', { err: error })
        response.destroy()
      })
      return true
    },
  }
}

const bodyOf = (request: IncomingMessage): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.once('end', () => resolve(Buffer.concat(parts)))
    request.once('error', () => resolve(undefined))
    request.once('close', () => resolve(undefined))
  })

/** The writer was lost, and the request may have been done. */
function unavailable(): Omit<Answer, 'position'> {
  const { status, code, message, fields, headers } = serviceUnavailable(1)
  const body = Buffer.from(JSON.stringify({ result: 'error', msg: message, code, ...fields }))
  const length = String(body.length)
  return { status, headers: { 'content-type': 'application/json', 'content-length': length, ...headers }, body }
}
