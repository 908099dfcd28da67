import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Endpoint, ExchangeOperation, ParamsInput, ResultOf, Shape } from '#contract'
import type { Organization } from '#platform/organization'
import type { Context } from './context.ts'

/** A request as it came; nothing of its body has been read. */
export interface ExchangeRequest {
  /** In capitals; where a client can send only some methods, the one that it means. */
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** What follows the exchange's path and a slash; empty at the path itself. */
  readonly rest: string
  /** Undefined where the request has none. */
  readonly body: Readable | undefined
}

export interface ExchangeAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Goes in the envelope of the API's answers; without it the answer has no body. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** JSON that goes in no envelope; instead of fields. */
  readonly json?: string
  /** What that JSON is called; `application/json` unless it says so. */
  readonly type?: string
}

/** Calls endpoints within the process as whoever sent the request, with all that a request of its own would meet. */
export interface OwnCalls {
  /** The answer's fields; throws {@link ApiError} where it is refused. */
  call<P extends Shape, R extends Shape>(endpoint: Endpoint<P, R>, params: ParamsInput<P>): Promise<ResultOf<R>>
}

/**
 * Addresses below the API's that speak a protocol of their own: methods, headers and bodies are its own, and a body is
 * read as it comes. Who asks is found out as for an endpoint, and errors are answered in the same way.
 */
export interface Exchange {
  /** Below `/api/v1`; it answers there, with a slash behind, and below that. */
  readonly path: string
  /** The path is from the root instead. */
  readonly isAtRoot?: true
  /** Tokens of any kind may come, because it does nothing but call endpoints; else those that write everywhere. */
  readonly takesTokens?: true
  /** Whoever asks is answered, and not asked who it is. */
  readonly isForAnyone?: true
  /** Forms come as bodies too, as they are. */
  readonly takesForms?: true
  /** What whoever is not let in is told of how to be, beside the refusal: the value of `WWW-Authenticate`. */
  challenge?(server: Context['server'], org: Context['org']): string | undefined
  /**
   * Who asks by secrets of the protocol's own, as a name that is limited like a user; undefined where nobody is known. With
   * it no account is asked for: the context has no viewer, and `handle` refuses whomever it does not know.
   */
  readonly callerOf?: (org: Organization, headers: IncomingHttpHeaders) => string | undefined
  /** How the protocol writes what is thrown; else it is written as the API does. A bug is in the log before. */
  readonly refusal?: (error: unknown) => ExchangeAnswer
  /** Borne by every answer, refusals included. */
  readonly headers: Readonly<Record<string, string>>
  /** What the reference tells of it. */
  readonly operations: readonly ExchangeOperation[]
  /** What it can do, told to whoever asks with OPTIONS. */
  describe(server: Context['server']): ExchangeAnswer
  handle(ctx: Context, request: ExchangeRequest, calls: OwnCalls): Promise<ExchangeAnswer>
}
