import type { IncomingHttpHeaders } from 'node:http'

export interface Answer {
  readonly method: string
  /** The pattern, never the path, which can hold names and tokens. */
  readonly route: string
  readonly status: number
  readonly requestId: string
}

/** The span of one request. */
export interface RequestTrace {
  /** Runs a part of the request in a span of its own. */
  part<T>(name: string, work: () => Promise<T>): Promise<T>
  end(answer: Answer): void
}

export interface Tracing {
  /** Continues the trace of the request's `traceparent`, if there is one. */
  begin(headers: IncomingHttpHeaders): RequestTrace
  /** Sends what hasn't been sent, unless the collector takes too long. */
  close(): Promise<void>
}
