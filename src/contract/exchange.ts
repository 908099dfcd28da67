import type { z } from 'zod'
import type { Shape } from './endpoint.ts'
import type { ApiErrorKind } from './errors.ts'

export interface Header {
  readonly name: string
  /** Description for the API reference. */
  readonly text: string
  readonly schema: z.ZodType
  readonly isOptional?: true
}

/** A successful response. */
interface Success {
  readonly status: number
  readonly text: string
  readonly headers: readonly Header[]
  /** Fields of the body; omitted for empty bodies. */
  readonly result?: Shape
}

type ExchangeMethod = 'OPTIONS' | 'HEAD' | 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Documents an operation of another protocol for the API reference; requests aren't validated against it. */
export interface ExchangeOperation {
  readonly method: ExchangeMethod
  /** Relative to the protocol's path, with a leading slash; `{name}` is one segment. */
  readonly path: string
  readonly summary: string
  /** No account is needed. */
  readonly isForAnyone: boolean
  readonly headers: readonly Header[]
  readonly body: { readonly contentType: string; readonly isOptional?: true } | undefined
  readonly answers: readonly Success[]
  readonly errors: readonly ApiErrorKind[]
}

export const exchangeOperation = (
  name: `${ExchangeMethod} /${string}`,
  options: Pick<ExchangeOperation, 'summary' | 'answers'> & Partial<ExchangeOperation>,
): ExchangeOperation => {
  const [method, path] = name.split(' ') as [ExchangeMethod, string]
  return { isForAnyone: false, headers: [], body: undefined, errors: [], ...options, method, path }
}
