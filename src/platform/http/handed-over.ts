import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { serviceUnavailable } from '#contract'
import type { Answer, Request } from '#platform/processes'
import type { Runtime } from '#platform/runtime'
import type { Exchange, Route } from '#platform/serve'
import { prefix } from './call.ts'
import type { DirectAnswers } from './direct.ts'

/** Longer bodies are read by the process that was asked. */
const maxBytes = 256 * 1024
/** Of connections, not of what travels on them. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'expect', 'upgrade', 'date'])

interface HandOverOptions {
  readonly app: FastifyInstance
  readonly runtime: Runtime
  readonly routes: readonly Route[]
  readonly exchanges: readonly Exchange[]
}

/** What a process does with requests that another one is to answer, and with those that others hand to it. */
export interface HandOver {
  /** Whether this request is handed over. */
  readonly handsOver: DirectAnswers
  /** Answers one as if it had come here. */
  answer(request: Request): Promise<Answer>
}

/**
 * Requests that change something are answered by the process that writes for their organization, whichever was asked: so
 * they share its commits. Whole requests are handed over, before anything is known of them, so that whoever asks is let
 * in, limited and counted at one place. Nothing is done twice: what may have been begun elsewhere is not begun here.
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
    // in the end, nothing is begun here either
    if (outcome === 'declined') return send(response, await answer(handed).catch(unavailable))
    // whoever asked sees here what was changed there
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
        app.log.error({ err: error }, 'forwarded request')
        response.destroy()
      })
      return true
    },
  }
}

/** Undefined where it ends before it is complete. */
const bodyOf = (request: IncomingMessage): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.once('end', () => resolve(Buffer.concat(parts)))
    request.once('error', () => resolve(undefined))
    request.once('close', () => resolve(undefined))
  })

/** The process that was to answer is lost: perhaps it has done what was asked. */
function unavailable(): Omit<Answer, 'position'> {
  const { status, code, message, fields, headers } = serviceUnavailable(1)
  const body = Buffer.from(JSON.stringify({ result: 'error', msg: message, code, ...fields }))
  const length = String(body.length)
  return { status, headers: { 'content-type': 'application/json', 'content-length': length, ...headers }, body }
}
