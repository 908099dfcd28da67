import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Endpoint, ExchangeOperation, ParamsInput, ResultOf, Shape } from '#contract'
import type { Organization } from '#platform/organization'
import type { Context } from './context.ts'

/** A request whose body hasn't been read. */
export interface ExchangeRequest {
  /** In uppercase; method overrides are applied. */
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The path after the exchange's path and a slash; empty at the path itself. */
  readonly rest: string
  /** Undefined without a body. */
  readonly body: Readable | undefined
}

export interface ExchangeAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Fields in the API's envelope; without them, the body is empty. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** JSON without an envelope, instead of fields. */
  readonly json?: string
  /** The content type of `json`; `application/json` by default. */
  readonly type?: string
}

/** Calls endpoints in-process as the request's caller, with the same checks as for a separate request. */
export interface OwnCalls {
  /** The response's fields. @throws {@link ApiError} */
  call<P extends Shape, R extends Shape>(endpoint: Endpoint<P, R>, params: ParamsInput<P>): Promise<ResultOf<R>>
}

/**
 * A URL prefix with its own protocol: own methods, headers, and streamed bodies. Authentication and error responses are
 * those of endpoints.
 */
export interface Exchange {
  /** Relative to `/api/v1`; handles this path, with or without a trailing slash, and everything below. */
  readonly path: string
  /** The path is relative to the root instead. */
  readonly isAtRoot?: true
  /**
   * Accepts access tokens with any scope, because it only calls endpoints; by default only tokens that can write
   * everywhere.
   */
  readonly takesTokens?: true
  /** Callers aren't authenticated. */
  readonly isForAnyone?: true
  /** Form bodies are accepted too, unparsed. */
  readonly takesForms?: true
  /** The `WWW-Authenticate` header for unauthenticated callers. */
  challenge?(server: Context['server'], org: Context['org']): string | undefined
  /**
   * Authenticates by the protocol's own secrets: a name for rate limits, or undefined if unknown. The context then has
   * no viewer, and `handle` must refuse unknown callers.
   */
  readonly callerOf?: (org: Organization, headers: IncomingHttpHeaders) => string | undefined
  /** Formats errors for the protocol; by default like the API. Bugs are logged before. */
  readonly refusal?: (error: unknown) => ExchangeAnswer
  /** Headers of every response, including errors. */
  readonly headers: Readonly<Record<string, string>>
  /** For the API reference. */
  readonly operations: readonly ExchangeOperation[]
  /** The response to OPTIONS: the protocol's capabilities. */
  describe(server: Context['server']): ExchangeAnswer
  handle(ctx: Context, request: ExchangeRequest, calls: OwnCalls): Promise<ExchangeAnswer>
}
