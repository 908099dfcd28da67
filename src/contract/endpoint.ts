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
 * Who may call: `anyone` needs no account; `spectator` needs none where the organization lets its web-public channels be
 * read without one; `human` is anybody but a bot; `member` anybody but a guest; `webhook` is a bot
 * that says who it is by `api_key` in the query, because its address is all that can be configured.
 */
export type Caller = 'anyone' | 'spectator' | 'user' | 'human' | 'member' | 'administrator' | 'owner' | 'webhook'

export type ParamsOf<P extends Shape> = z.output<z.ZodObject<P>>
export type ParamsInput<P extends Shape> = z.input<z.ZodObject<P>>
export type ResultOf<R extends Shape> = z.input<z.ZodObject<R>>

export interface Endpoint<P extends Shape = Shape, R extends Shape = Shape> {
  readonly method: Method
  /** Below `/api/v1`; `{name}` stands for one path segment, `{name...}` at the end for the rest of the path. */
  readonly path: string
  readonly summary: string
  readonly caller: Caller
  readonly params: P
  readonly result: R
  readonly errors: readonly ApiErrorKind[]
  /** Uploaded files: taken from multipart bodies, whatever the names of their parts. */
  readonly files: boolean
  readonly deprecated: boolean
  /** Incoming webhook bots, which do nothing but send, may call it too. */
  readonly sends: boolean
  /** The answer tells a key or a password: it is never compressed, so that its length says nothing of it. */
  readonly holdsSecrets: boolean
  /** The answer may take as long as nothing happens: that is not slow, costs nobody anything and is never refused. */
  readonly waits: boolean
  /** The answer holds parts of the state, those that were asked for, beside its own fields. */
  readonly holdsState: boolean
  /** The answer is named by its content (`ETag`): who has it already (`If-None-Match`) is told so by a 304 without it. */
  readonly revalidates: boolean
  /** The answer may have megabytes: few are made at once, and when too many ask they are told when to come again. */
  readonly large: boolean
  /** What it changes goes into the organization's audit log. */
  readonly audited: boolean
  /** What a token needs, where that does not follow from the rest: see `neededScope`. */
  readonly scope: NeededScope | undefined
  /** Whoever calls with a token that is limited to some channels meets these alone; others refuse such a token. */
  readonly inChannels: boolean
  /** Parameters that a call with a token cannot give: they change what opens an account. */
  readonly notWithToken: readonly string[] | undefined
  /** The parameter that a body is the value of when it is no form. */
  readonly bodyParam: string | undefined
  /** The handler needs the bytes of the body too, because they are signed; no other parameter is read from it. */
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
  sends?: boolean
  holdsSecrets?: boolean
  waits?: boolean
  holdsState?: boolean
  revalidates?: boolean
  large?: boolean
  /** Without it: whatever only administrators or owners may do, and changes something. */
  audited?: boolean
  /** Without it: see `neededScope`. */
  scope?: NeededScope
  inChannels?: boolean
  notWithToken?: (string & keyof P)[]
  bodyParam?: string & keyof P
  keepsBody?: boolean
}

/**
 * Declares one endpoint: parsing, validation, documentation and the typed client all follow from this object. A
 * parameter whose texts, lists or names have no limit does not compile.
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
    sends: options.sends ?? options.caller === 'webhook',
    holdsSecrets: options.holdsSecrets ?? false,
    waits: options.waits ?? false,
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

/** Raw parameters, as a request brought them; a value that is not text came from a typed source. */
export type RawParams = ReadonlyMap<string, string>

export interface Decoded<P extends Shape> {
  params: ParamsOf<P>
  /** Names that were given and that the endpoint does not know, sorted. */
  ignored: string[]
}

/** Parameters are checked in declared order and the first failure answers. */
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

/** Values inside one parameter's JSON: to make a million little lists takes long, as short as they are written. */
const maxValues = 300_000
const fewCharacters = 2 ** 16

/** How many values JSON holds, and at least as many as there are when it is none. */
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

/** Characters that a parameter's name may have, whether the endpoint knows it or not. */
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

function read({ name, wire, isWord, maxEncoded }: Decoder, value: string): unknown {
  if (wire === 'raw') {
    // compat: one client sends every value as JSON; quotes are never part of one of these words
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

/** How a typed value travels: the client's side of {@link decodeParams}. */
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
