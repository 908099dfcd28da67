import { ApiError, type Endpoint, encodeParams, type ParamsInput, type ResultOf, type Shape } from '#contract'

/** Sends requests; the default uses the platform's fetch. */
export type Transport = (request: {
  method: string
  /** Path and query below the server's URL. */
  path: string
  headers: Record<string, string>
  body: string | undefined
  signal?: AbortSignal | undefined
  /** Whether the caller can read a stream. */
  streams?: boolean
}) => Promise<{
  status: number
  /** Parsed JSON, or a stream of server-sent events. */
  body: unknown
  /** Retry-After in seconds, if the server sent it. */
  retryAfterSecs?: number
}>

export interface ClientOptions {
  email?: string
  apiKey?: string
  /** An access token, instead of email and API key. */
  token?: string
  transport: Transport
}

export interface CallOptions {
  /** Aborts the call, which then rejects. */
  signal?: AbortSignal
}

export const fetchTransport =
  (url: string): Transport =>
  async ({ method, path, headers, body, signal }) => {
    const reply = await fetch(url + path, { method, headers, body: body ?? null, signal: signal ?? null })
    return { status: reply.status, body: await reply.json() }
  }

/** Calls endpoints with the types of their declarations. */
export class LoquatClient {
  readonly #transport: Transport
  readonly #headers: Record<string, string>

  constructor({ email, apiKey, token, transport }: ClientOptions) {
    this.#transport = transport
    const basic = email === undefined ? undefined : `Basic ${btoa(`${email}:${apiKey}`)}`
    const authorization = token === undefined ? basic : `Bearer ${token}`
    this.#headers = authorization === undefined ? {} : { authorization }
  }

  /** The reply's fields; throws {@link ApiError} for an error response. */
  async call<P extends Shape, R extends Shape>(
    endpoint: Endpoint<P, R>,
    params: ParamsInput<P>,
    options: CallOptions = {},
  ): Promise<ResultOf<R> & { ignored_parameters_unsupported?: string[] }> {
    const encoded = encodeParams(endpoint as Endpoint<P, Shape>, params)
    const path = endpoint.path.replace(/\{(\w+)(\.\.\.)?\}/g, (_whole, name: string) => {
      const value = encoded.get(name) ?? ''
      encoded.delete(name)
      return encodeURIComponent(value)
    })
    return (await this.send(endpoint.method, path, encoded, options)) as never
  }

  /** Opens a stream of server-sent events; undefined if the response is something else. */
  async open<P extends Shape>(
    endpoint: Endpoint<P, Record<never, never>>,
    params: ParamsInput<P>,
    options: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array> | undefined> {
    const encoded = encodeParams(endpoint as Endpoint<P, Shape>, params)
    const body = await this.#ask(endpoint.method, endpoint.path, encoded, { ...options, streams: true })
    return body instanceof ReadableStream ? body : undefined
  }

  /** The same as `call` without a declaration, with raw parameters. */
  async send(
    method: string,
    path: string,
    params: Iterable<[string, string]> = [],
    options: CallOptions = {},
  ): Promise<Record<string, unknown>> {
    return (await this.#ask(method, path, params, options)) as Record<string, unknown>
  }

  async #ask(
    method: string,
    path: string,
    params: Iterable<[string, string]>,
    { signal, streams }: CallOptions & { streams?: boolean },
  ): Promise<unknown> {
    const text = new URLSearchParams([...params]).toString()
    const inQuery = method === 'GET'
    const { status, body, retryAfterSecs } = await this.#transport({
      method,
      path: `/api/v1${path}${inQuery && text ? `?${text}` : ''}`,
      headers: { ...this.#headers, ...(inQuery ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) },
      body: inQuery ? undefined : text,
      signal,
      ...(streams ? { streams } : {}),
    })
    if (body instanceof ReadableStream) return body
    const { result, msg, code, ...fields } = body as Record<string, unknown>
    if (result !== 'success')
      throw new ApiError(status, String(code), String(msg), {
        ...(retryAfterSecs ? { 'retry-after': retryAfterSecs } : {}),
        ...fields,
      })
    return fields
  }
}
