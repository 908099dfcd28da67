import type { Agent, Dispatcher } from 'undici'
import type { Network } from './addresses.ts'
import { type Lookup, openAgent } from './agent.ts'
import { decoded } from './decoding.ts'
import {
  BadUrlError,
  OutboundError,
  RefusedHostError,
  TimedOutError,
  TooLargeError,
  TooManyRedirectsError,
  UnreachableError,
} from './errors.ts'

export interface OutboundRequest {
  /** http or https, any port, no credentials. */
  readonly url: string
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** From the call to the last byte, redirects included. */
  readonly timeoutMs?: number
  /** Limit of the response body, both compressed and decompressed. */
  readonly maxBytes?: number
  /** Truncates a longer body instead of rejecting it. */
  readonly cut?: boolean
  /** Maximum number of redirects of a GET or HEAD, each checked like the first URL; default: none. */
  readonly redirects?: number
  /** The URL comes from the server's configuration, so it may be private. */
  readonly trusted?: boolean
  readonly signal?: AbortSignal
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
  readonly url: string
  text(): string
}

export interface OutboundOptions {
  readonly allowed?: readonly Network[]
  readonly lookup?: Lookup
  readonly connectMs?: number
}

const defaults = { timeoutMs: 15_000, maxBytes: 2 ** 20 }

/**
 * The only way to request URLs from users or other servers: public hosts only (see `addresses.ts`), no cookies, no
 * credentials but the given headers, and a timeout.
 */
export class Outbound {
  readonly #options: OutboundOptions
  #checked: Promise<Agent> | undefined
  #trusted: Promise<Agent> | undefined

  constructor(options: OutboundOptions = {}) {
    this.#options = options
  }

  /** Resolves for any status; throws an `OutboundError` if there is no response. */
  async request(request: OutboundRequest): Promise<OutboundAnswer> {
    const { timeoutMs = defaults.timeoutMs, redirects = 0, method = 'GET' } = request
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline
    let { url } = request
    let { headers = {} } = request
    for (let followed = 0; ; followed++) {
      const to = checkedUrl(url)
      try {
        const answer = await this.#send(to, { ...request, headers }, signal)
        const next = redirects > 0 && /^(GET|HEAD)$/.test(method) ? placeOf(answer) : undefined
        if (next === undefined) return answer
        if (followed === redirects) throw new TooManyRedirectsError(to.hostname)
        // don't send credentials to another origin
        if (new URL(next).origin !== to.origin) headers = harmlessOf(headers)
        url = next
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason
        if (deadline.aborted) throw new TimedOutError(to.hostname, timeoutMs / 1000)
        throw plain(error, to.hostname)
      }
    }
  }

  /** A `fetch` for libraries, with the same rules. Redirects are returned, not followed. */
  fetch(options: Pick<OutboundRequest, 'timeoutMs' | 'maxBytes' | 'trusted'> = {}): typeof fetch {
    return async (input, init = {}) => {
      const sent = new Request(input, init)
      const body = sent.body ? new Uint8Array(await sent.arrayBuffer()) : undefined
      const answer = await this.request({
        ...options,
        url: sent.url,
        method: sent.method as NonNullable<OutboundRequest['method']>,
        headers: Object.fromEntries(sent.headers),
        ...(body ? { body } : {}),
        ...(init.signal ? { signal: init.signal } : {}),
      })
      const empty = answer.status === 204 || answer.status === 205 || answer.status === 304
      return new Response(empty ? null : Buffer.from(answer.body), { status: answer.status, headers: answer.headers })
    }
  }

  async close(): Promise<void> {
    const agents = [await this.#checked, await this.#trusted]
    this.#checked = undefined
    this.#trusted = undefined
    await Promise.all(agents.map((agent) => agent?.destroy()))
  }

  #agent(trusted: boolean): Promise<Agent> {
    const { allowed = [], lookup, connectMs } = this.#options
    if (trusted) {
      this.#trusted ??= openAgent('any', lookup, connectMs)
      return this.#trusted
    }
    this.#checked ??= openAgent(allowed, lookup, connectMs)
    return this.#checked
  }

  async #send(url: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const { method = 'GET', headers = {}, body, maxBytes = defaults.maxBytes, cut = false, trusted = false } = request
    const dispatcher = await this.#agent(trusted)
    const { request: send } = await import('undici')
    const options = {
      dispatcher,
      method,
      headers: { 'user-agent': 'Loquat', 'accept-encoding': 'identity', ...lowered(headers) },
      ...(body === undefined ? {} : { body }),
      signal,
      // the deadline covers the whole request
      headersTimeout: 0,
      bodyTimeout: 0,
    }
    const answer = await send(url, options)
    const encoding = [answer.headers['content-encoding'] ?? ''].flat().join()
    const packed = await read(answer, url.hostname, maxBytes, cut)
    const bytes = method === 'HEAD' ? packed : await decoded(packed, encoding, url.hostname, maxBytes)
    return {
      status: answer.statusCode,
      headers: headersOf(answer),
      body: bytes,
      url: url.href,
      text: () => Buffer.from(bytes).toString('utf8'),
    }
  }
}

export function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new BadUrlError('This is not a web address')
  if (url.username || url.password) throw new BadUrlError('A web address with a user name or password is not used')
  return url
}

const lowered = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The headers that can't hold a secret; an integration may send its key under any other name. */
const harmlessOf = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(accept|accept-language|content-type|range|user-agent)$/i.test(name)),
  )

function placeOf({ status, headers, url }: OutboundAnswer): string | undefined {
  const location = headers.get('location')
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return undefined
  return URL.canParse(location, url) ? new URL(location, url).href : undefined
}

function headersOf({ headers }: Dispatcher.ResponseData): Headers {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // the body is returned decompressed
    if (value === undefined || ['set-cookie', 'content-encoding', 'content-length'].includes(name)) continue
    for (const one of [value].flat()) kept.append(name, one)
  }
  return kept
}

async function read({ body }: Dispatcher.ResponseData, host: string, limit: number, cut: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  // leaving the loop early closes the connection
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= limit) {
      chunks.push(chunk)
      continue
    }
    if (!cut) throw new TooLargeError(host, limit)
    chunks.push(chunk.subarray(0, chunk.length - (length - limit)))
    break
  }
  return Buffer.concat(chunks)
}

/** Converts to an `OutboundError`, dropping the cause: its message can contain the resolved address. */
function plain(error: unknown, host: string): unknown {
  if (error instanceof OutboundError) return error
  const { code, errors } = error as { code?: unknown; errors?: unknown[] }
  const refused = errors?.find((one) => one instanceof RefusedHostError)
  if (refused) return refused
  if (code === 'ERR_INVALID_CHAR' || code === 'UND_ERR_INVALID_ARG')
    return new BadUrlError('This request cannot be sent')
  return new UnreachableError(host, typeof code === 'string' ? code : 'no answer')
}
