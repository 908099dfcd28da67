import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type Endpoint, envelopeBegins, reason, serviceUnavailable, storageFull, z } from '#contract'
import { DatabaseUnavailable } from '#platform/db'
import { isDiskFull } from '#platform/disk'
import { Pace } from '#platform/fair-queues'
import { type Language, languageFor } from '#platform/languages'
import { logOn } from '#platform/log'
import { CommonFields, type Feature, JsonBytes, JsonFields } from '#platform/serve'
import { tooLarge } from './body-limits.ts'
import { compress, compressShared } from './compression.ts'
import { isWebClient } from './credentials.ts'
import { includesEtag } from './entity-tags.ts'
import type { Allowance } from './limits.ts'
import { pieced } from './pieced.ts'

export async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Pick<Endpoint, 'holdsSecrets' | 'revalidates'>,
  result: unknown,
  ignored: string[],
  spent: (ms: number) => void,
) {
  decorate(request, reply)
  reply.type('application/json')
  const accepted = request.headers['accept-encoding']
  if (result instanceof JsonFields && result.pieces.some((piece) => typeof piece !== 'string')) {
    const whole = await pieced([`${envelopeBegins},`, ...result.pieces, ending(ignored)], accepted, spent)
    if (endpoint.revalidates && isUnchanged(request, reply, whole.etag)) return reply.code(304).send()
    return reply.headers(whole.headers).send(whole.body())
  }
  if (result instanceof CommonFields) {
    const compressed = await compressShared(endpoint, result.beginning, result.rest + ending(ignored), accepted)
    if (compressed) return reply.headers(compressed.headers).send(compressed.body)
  }
  const text = await written(result, ignored, spent)
  if (endpoint.revalidates && text.length <= longestNamed && isUnchanged(request, reply, named(text)))
    return reply.code(304).send()
  const compressed = await compress(endpoint, text, accepted)
  if (compressed) reply.headers(compressed.headers)
  return reply.send(compressed?.body ?? text)
}

/** Hashing longer texts would block the event loop. */
const longestNamed = 2_000_000
const named = (text: string | Buffer): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

function isUnchanged({ headers }: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  // permissions may change what the caller can see, so clients must revalidate
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' })
  return includesEtag(headers['if-none-match'], etag)
}

/** The envelope of every answer: the result's fields next to `result` and `msg`. */
export function envelope(result: unknown, ignored: string[]): string {
  let text = envelopeBegins
  if (result instanceof JsonFields) text += result.text && `,${result.text}`
  else if (result && typeof result === 'object') {
    const fields = JSON.stringify(result)
    if (fields !== '{}') text += `,${fields.slice(1, -1)}`
  }
  return text + ending(ignored)
}

export const ending = (ignored: string[]): string =>
  ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}` : '}'

export interface ErrorAnswers {
  readonly bodyLimit: number
  /** Translates an error's message; absent: English. */
  readonly errorText: Feature['errorText']
  /** Whether the database is unavailable because its disk is full. */
  readonly isFull: () => boolean
}

/** The body of an error. Unexpected errors are logged, and their details aren't sent. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { bodyLimit, errorText, isFull }: ErrorAnswers,
) {
  const known = knownError(error, bodyLimit, isFull)
  if (!known) logOn(request.log).event('request.failed', { err: error })
  const folder = (error as { folder?: string }).folder
  if (folder) void rm(folder, { recursive: true, force: true })
  decorate(request, reply)
  if (known?.status === 401) reply.header('WWW-Authenticate', challenge(request))
  if (known) reply.headers(known.headers)
  const body = known
    ? {
        result: 'error',
        msg: errorText?.(languageOf(request), known) ?? known.message,
        code: known.code,
        ...known.fields,
      }
    : { result: 'error', msg: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' }
  return reply
    .code(known?.status ?? 500)
    .type('application/json')
    .send(JSON.stringify(body))
}

function languageOf({ call, headers }: FastifyRequest): Language {
  const viewer = call?.viewerId === undefined ? call?.spectator : call.org?.viewer(call.viewerId)
  return languageFor(viewer, headers['accept-language'], call?.org)
}

const pieceLength = 100

/** Serializes an answer, long lists piecewise: 5,000 messages would block the event loop. `spent` gets the time. */
export async function written(
  result: unknown,
  ignored: string[],
  spent: (ms: number) => void = () => {},
): Promise<string | Buffer> {
  if (result instanceof JsonBytes)
    return Buffer.concat([Buffer.from(`${envelopeBegins},`), ...result.bytes, Buffer.from(ending(ignored))])
  const pace = new Pace(spent)
  // answers with shared pieces are sent by `pieced`
  const pieces = (result instanceof JsonFields ? result.pieces : []) as readonly string[]
  const fields = result && typeof result === 'object' && !(result instanceof JsonFields) ? Object.entries(result) : []
  if (pieces.length < 2 && !fields.some(([, value]) => isLong(value))) {
    const text = envelope(result, ignored)
    pace.end()
    return text
  }
  const parts: Buffer[] = []
  const add = async (text: string) => {
    parts.push(Buffer.from(text))
    await pace.step()
  }
  // without the closing bracket, which comes last
  await add(envelope({}, ignored).slice(0, -1))
  for (const [index, piece] of pieces.entries()) await add(index === 0 ? `,${piece}` : piece)
  for (const [name, value] of fields) {
    if (!isLong(value)) {
      const text = JSON.stringify(value)
      if (text !== undefined) await add(`,${JSON.stringify(name)}:${text}`)
      continue
    }
    for (let at = 0; at < value.length; at += pieceLength) {
      const items = JSON.stringify(value.slice(at, at + pieceLength)).slice(1, -1)
      await add(at === 0 ? `,${JSON.stringify(name)}:[${items}` : `,${items}`)
    }
    await add(']')
  }
  await add('}')
  const whole = Buffer.concat(parts)
  pace.end()
  return whole
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > pieceLength

/** A page's own requests must not trigger the browser's Basic auth prompt. */
const challenge = ({ headers }: FastifyRequest): string => {
  const target = headers['sec-fetch-dest']
  const isWithinPage = isWebClient(headers) || (target !== undefined && target !== 'document')
  return `${isWithinPage ? 'Session' : 'Basic'} realm="loquat"`
}

function knownError(error: unknown, bodyLimit: number, isFull: () => boolean): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (isDiskFull(error)) return storageFull()
  if (error instanceof DatabaseUnavailable) return isFull() ? storageFull() : serviceUnavailable(error.retryAfterSecs)
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(bodyLimit)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, 'BAD_REQUEST', 'Malformed request')
  return undefined
}

export function decorate(request: FastifyRequest, reply: FastifyReply): void {
  for (const [name, value] of headersOf(request.id, request.allowance)) reply.header(name, value)
}

export function headersOf(requestId: string, allowance: Allowance | undefined): [name: string, value: string][] {
  const always: [string, string][] = [
    ['x-request-id', requestId],
    ['x-content-type-options', 'nosniff'],
  ]
  if (!allowance) return always
  return [
    ...always,
    ['x-ratelimit-limit', `${allowance.limit}`],
    ['x-ratelimit-remaining', `${allowance.remaining}`],
    ['x-ratelimit-reset', `${allowance.resetsAtSecs}`],
  ]
}

/** For tests: throws if a reply doesn't match its endpoint's declaration. */
export function checkReply(endpoint: Endpoint, result: unknown): void {
  const fields =
    result instanceof JsonFields ? JSON.parse(`{${result.text}}`) : JSON.parse(JSON.stringify(result ?? {}))
  const parsed = z.object(endpoint.result).safeParse(fields)
  if (!parsed.success)
    throw new Error(`The reply of ${endpoint.method} ${endpoint.path} is not as declared: ${reason(parsed.error)}`)
}
