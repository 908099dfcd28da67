import type { z } from 'zod'
import { type Decoder, decoder } from './decoder.ts'
import { type ApiErrorKind, badRequest, invalidArgument, invalidJson, missingArgument } from './errors.ts'
import type { AllChecked } from './limited.ts'
import { reason } from './reason.ts'
import type { NeededScope } from './scopes.ts'
import { unsound, unsoundText } from './sound.ts'

export type Shape = Record<string, z.ZodType>
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/**
 * Required caller: `anyone` needs no account; `spectator` needs none in organizations with web-public channels; `human`
 * excludes bots; `member` excludes guests; `webhook` is a bot identified by `api_key` in the query, because many
 * services let you configure only a URL.
 */
export type Caller = 'anyone' | 'spectator' | 'user' | 'human' | 'member' | 'administrator' | 'owner' | 'webhook'

export type ParamsOf<P extends Shape> = z.output<z.ZodObject<P>>
export type ParamsInput<P extends Shape> = z.input<z.ZodObject<P>>
export type ResultOf<R extends Shape> = z.input<z.ZodObject<R>>

export interface Endpoint<P extends Shape = Shape, R extends Shape = Shape> {
  readonly method: Method
  /** Relative to `/api/v1`; `{name}` is one path segment, `{name...}` at the end is the rest of the path. */
  readonly path: string
  readonly summary: string
  readonly caller: Caller
  readonly params: P
  readonly result: R
  readonly errors: readonly ApiErrorKind[]
  /** Accepts uploaded files: all parts of a multipart body, under any name. */
  readonly files: boolean
  readonly deprecated: boolean
  /** Read-only accounts can't call it: it adds or changes something that others see. */
  readonly contributes: boolean
  /** Incoming webhook bots, which can only send, can call it too. */
  readonly sends: boolean
  /** The response contains a key or password. It's never compressed, because its length would leak information. */
  readonly holdsSecrets: boolean
  /** A long poll: it isn't logged as slow, costs nothing, and is never rate-limited while waiting. */
  readonly waits: boolean
  /** The response is a stream of server-sent events. */
  readonly streams: boolean
  /** The response also contains the requested parts of the state. */
  readonly holdsState: boolean
  /** The response has an `ETag`; a matching `If-None-Match` gets a 304. */
  readonly revalidates: boolean
  /**
   * The response can have several megabytes: only a few are made at once, and further callers get a 429 with
   * `Retry-After`.
   */
  readonly large: boolean
  /** The change is recorded in the audit log. */
  readonly audited: boolean
  /** The scope a token needs; by default see `neededScope`. */
  readonly scope: NeededScope | undefined
  /** Works with tokens that are limited to some channels, and covers only those. Other endpoints refuse such tokens. */
  readonly inChannels: boolean
  /** Parameters that tokens can't set, because they change credentials. */
  readonly notWithToken: readonly string[] | undefined
  /** The parameter that gets the whole body if it isn't a form. */
  readonly bodyParam: string | undefined
  /** Keeps the raw body for the handler, to verify its signature. No other parameter is read from the body. */
  readonly keepsBody: boolean
  readonly decoders: readonly Decoder[]
}

export interface EndpointOptions<P extends Shape, R extends Shape> {
  summary: string
  caller?: Caller
  params?: P
  result?: R
  errors?: ApiErrorKind[]
  files?: boolean
  deprecated?: boolean
  contributes?: boolean
  sends?: boolean
  holdsSecrets?: boolean
  waits?: boolean
  streams?: boolean
  holdsState?: boolean
  revalidates?: boolean
  large?: boolean
  /** Default: true for changes that only administrators or owners can make. */
  audited?: boolean
  /** Default: see `neededScope`. */
  scope?: NeededScope
  inChannels?: boolean
  notWithToken?: (string & keyof P)[]
  bodyParam?: string & keyof P
  keepsBody?: boolean
}

/**
 * Declares an endpoint; parsing, validation, documentation, and the typed client are derived from it. Parameters with
 * unlimited texts, lists, or names don't compile.
 */
export function endpoint<const P extends Shape = Record<never, never>, const R extends Shape = Record<never, never>>(
  line: `${Method} /${string}`,
  options: EndpointOptions<P, R> & { params?: AllChecked<NoInfer<P>> },
): Endpoint<P, R> {
  const space = line.indexOf(' ')
  const params = options.params ?? ({} as P)
  return {
    method: line.slice(0, space) as Method,
    path: line.slice(space + 1),
    summary: options.summary,
    caller: options.caller ?? 'user',
    params,
    result: options.result ?? ({} as R),
    errors: options.errors ?? [],
    files: options.files ?? false,
    deprecated: options.deprecated ?? false,
    contributes: options.contributes ?? false,
    sends: options.sends ?? options.caller === 'webhook',
    holdsSecrets: options.holdsSecrets ?? false,
    waits: options.waits ?? false,
    streams: options.streams ?? false,
    holdsState: options.holdsState ?? false,
    revalidates: options.revalidates ?? false,
    large: options.large ?? false,
    audited:
      options.audited ??
      (!line.startsWith('GET ') && (options.caller === 'administrator' || options.caller === 'owner')),
    scope: options.scope,
    inChannels: options.inChannels ?? false,
    notWithToken: options.notWithToken,
    bodyParam: options.bodyParam,
    keepsBody: options.keepsBody ?? false,
    decoders: Object.entries(params).map(([name, schema]) => decoder(name, schema)),
  }
}

/** Parameters as received; values that aren't text come from a typed caller. */
export type RawParams = ReadonlyMap<string, string>

export interface Decoded<P extends Shape> {
  params: ParamsOf<P>
  /** Unknown parameters, sorted. */
  ignored: string[]
}

/** Checks parameters in declared order and throws the first error. */
export function decodeParams<P extends Shape>(endpoint: Endpoint<P, Shape>, raw: RawParams): Decoded<P> {
  const params: Record<string, unknown> = {}
  let used = 0
  for (const one of endpoint.decoders) {
    const name = one.names.find((candidate) => raw.has(candidate))
    const value = name === undefined ? undefined : decodeValue(one, raw.get(name) as string)
    if (name !== undefined) used++
    const parsed = one.schema.safeParse(value)
    if (!parsed.success) {
      if (name === undefined) throw missingArgument({ var_name: one.name })
      throw invalidArgument({}, { name: one.name, reason: reason(parsed.error) })
    }
    if (parsed.data !== undefined) params[one.name] = parsed.data
  }
  const ignored: string[] = []
  if (raw.size > used) {
    const known = new Set(endpoint.decoders.flatMap((one) => one.names))
    for (const name of raw.keys()) if (!known.has(name)) ignored.push(checkedName(name))
    ignored.sort()
  }
  return { params: params as ParamsOf<P>, ignored }
}

const fewCharacters = 2 ** 16

/** An upper bound for the number of values in JSON. */
function countValues(json: string): number {
  let count = 1
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (isText && code === backslash) at++
    else if (code === quote) isText = !isText
    else if (!isText && (code === comma || code === bracket || code === brace)) count++
  }
  return count
}
const [backslash, quote, comma, bracket, brace] = ['\\', '"', ',', '[', '{'].map((sign) => sign.charCodeAt(0))

/** Maximum characters of any parameter's name, known or not. */
export const maxNameLength = 200

export const nameTooLong = () => badName(tooLong(maxNameLength))

const badName = (problem: string) => badRequest(`Invalid parameter name: ${problem}`)

function checkedName(name: string): string {
  if (name.length > maxNameLength) throw nameTooLong()
  const problem = unsoundText(name)
  if (problem) throw badName(problem)
  return name
}

function decodeValue(decoder: Decoder, text: string): unknown {
  const value = read(decoder, text)
  const problem =
    Array.isArray(value) && decoder.maxItems > 0 && value.length > decoder.maxItems
      ? `is too long (limit: ${decoder.maxItems} items)`
      : unsound(value)
  if (problem) throw invalidArgument({}, { name: decoder.name, reason: problem })
  return value
}

const tooLong = (characters: number) => `is too long (limit: ${characters} characters)`

export const valueTooLong = (name: string, characters: number) =>
  invalidArgument({}, { name, reason: tooLong(characters) })

function read({ name, wire, isWord, maxEncoded, maxValues }: Decoder, value: string): unknown {
  if (wire === 'raw') {
    // compat: one client sends every value as JSON; these words never contain quotes
    if (isWord && value.startsWith('"')) return value.slice(1, -1)
    return value
  }
  if (value.length > maxEncoded) throw valueTooLong(name, maxEncoded)
  if (value.length > fewCharacters && countValues(value) > maxValues)
    throw invalidArgument({}, { name, reason: `holds too many values (limit: ${maxValues})` })
  try {
    return JSON.parse(value)
  } catch {
    if (wire === 'either') return value
    throw invalidJson({}, { name })
  }
}

/** Encodes typed values for {@link decodeParams}. */
export function encodeParams<P extends Shape>(
  endpoint: Endpoint<P, Shape>,
  params: Record<string, unknown>,
): Map<string, string> {
  const encoded = new Map<string, string>()
  for (const one of endpoint.decoders) {
    const value = params[one.name]
    if (value === undefined) continue
    encoded.set(one.name, typeof value === 'string' && one.wire !== 'json' ? value : JSON.stringify(value))
  }
  return encoded
}
