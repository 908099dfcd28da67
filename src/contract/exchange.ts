import type { z } from 'zod'
import type { Shape } from './endpoint.ts'
import type { ApiErrorKind } from './errors.ts'

/** A header of requests or answers. */
export interface Header {
  readonly name: string
  /** What it is, for whoever reads the reference. */
  readonly text: string
  readonly schema: z.ZodType
  /** Whether it may be absent. */
  readonly isOptional?: true
}

/** One way in which a request can succeed. */
interface Success {
  readonly status: number
  readonly text: string
  readonly headers: readonly Header[]
  /** Fields of the body; without them there is none. */
  readonly result?: Shape
}

type ExchangeMethod = 'OPTIONS' | 'HEAD' | 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What can be asked of addresses that speak a protocol of their own: the reference tells of it, nothing is checked by it. */
export interface ExchangeOperation {
  readonly method: ExchangeMethod
  /** Below the path of the protocol, from the slash on; `{name}` stands for one segment. */
  readonly path: string
  readonly summary: string
  /** Whether no account is needed. */
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
