import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { ExchangeOperation } from '#contract'
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
}

/**
 * Addresses below the API's that speak a protocol of their own: methods, headers and bodies are its own, and a body is
 * read as it comes. Who asks is found out as for an endpoint, and errors are answered in the same way.
 */
export interface Exchange {
  /** Below `/api/v1`; it answers there, with a slash behind, and below that. */
  readonly path: string
  /** Borne by every answer, refusals included. */
  readonly headers: Readonly<Record<string, string>>
  /** What the reference tells of it. */
  readonly operations: readonly ExchangeOperation[]
  /** What it can do, told to whoever asks with OPTIONS. */
  describe(server: Context['server']): ExchangeAnswer
  handle(ctx: Context, request: ExchangeRequest): Promise<ExchangeAnswer>
}
