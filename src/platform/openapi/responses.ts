import {
  type ApiErrorKind,
  apiError,
  type Endpoint,
  invalidApiKey,
  invalidArgument,
  invalidJson,
  missingArgument,
  mustBeAdministrator,
  mustBeBot,
  mustBeHuman,
  mustBeMember,
  mustBeOwner,
  neededScope,
  readOnlyErrors,
  type Shape,
  unauthorized,
  userDeactivated,
  z,
} from '#contract'
import { insufficientScope, notWithToken } from '#platform/serve'
import { type Json, jsonSchema } from './schemas.ts'

const tooOften = apiError(429, 'RATE_LIMIT_HIT', 'API usage exceeded rate limit')

export const sharedSchemas: Json = {
  Error: {
    type: 'object',
    properties: {
      result: { type: 'string', const: 'error' },
      msg: { type: 'string', description: 'What went wrong, for people.' },
      code: { type: 'string', description: 'What went wrong, for programs.' },
    },
    required: ['result', 'msg', 'code'],
  },
}

export function sharedErrors(
  endpoint: Parameters<typeof neededScope>[0] & Pick<Endpoint, 'params'> & Partial<Pick<Endpoint, 'contributes'>>,
): ApiErrorKind[] {
  const { caller, params, contributes } = endpoint
  const scope = neededScope(endpoint)
  const kinds: ApiErrorKind[] = [tooOften]
  if (Object.keys(params).length > 0) kinds.push(invalidArgument, invalidJson, missingArgument)
  if (caller !== 'anyone') kinds.push(unauthorized, invalidApiKey, userDeactivated)
  if (scope !== 'open') kinds.push(scope === 'never' ? notWithToken : insufficientScope)
  if (contributes) kinds.push(...readOnlyErrors)
  if (caller === 'human') kinds.push(mustBeHuman)
  if (caller === 'webhook') kinds.push(mustBeBot)
  if (caller === 'member') kinds.push(mustBeMember)
  if (caller === 'administrator') kinds.push(mustBeAdministrator)
  if (caller === 'owner') kinds.push(mustBeOwner)
  return kinds
}

export function successResponse(endpoint: Endpoint, more: readonly z.ZodObject[]): Json {
  if (endpoint.streams)
    return { description: 'Server-sent events.', content: { 'text/event-stream': { schema: { type: 'string' } } } }
  // each part is present if it was requested
  const parts = more.map((part) => fieldsOf(jsonSchema(part, 'output')).properties)
  const ignored = {
    ignored_parameters_unsupported: {
      type: 'array',
      items: { type: 'string' },
      description: 'Parameters that were given and that the endpoint does not know.',
    },
  }
  const schema = resultSchema(endpoint.result, Object.assign({}, ...parts, ignored))
  return { description: 'It worked.', content: { 'application/json': { schema } } }
}

/** The schema of a response with these required fields, and optional `more`. */
export function resultSchema(result: Shape, more: Json = {}): Json {
  const own = fieldsOf(jsonSchema(z.object(result), 'output'))
  return {
    type: 'object',
    properties: {
      result: { type: 'string', const: 'success' },
      msg: { type: 'string', const: '' },
      ...own.properties,
      ...more,
    },
    required: ['result', 'msg', ...own.required],
  }
}

const fieldsOf = ({ properties = {}, required = [] }: Json) => ({
  properties: properties as Json,
  required: required as string[],
})

/** One response per status, with an example of each error. */
export function errorResponses(errors: readonly ApiErrorKind[]): Record<string, Json> {
  const byStatus = new Map<number, ApiErrorKind[]>()
  for (const kind of errors) {
    const kinds = byStatus.get(kind.status)
    if (!kinds) byStatus.set(kind.status, [kind])
    else if (!kinds.includes(kind)) kinds.push(kind)
  }
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, kinds]) => [status, errorResponse(kinds, codeSchema(kinds))]),
  )
}

function codeSchema(kinds: readonly ApiErrorKind[]): Json {
  const codes = [...new Set(kinds.map(({ code }) => code))]
  const properties: Record<string, Json> = { code: { type: 'string', enum: codes } }
  if (kinds.includes(tooOften)) properties['retry-after'] = { type: 'number', description: 'Seconds to wait.' }
  if (kinds.includes(missingArgument)) properties.var_name = { type: 'string', description: 'The missing parameter.' }
  return { type: 'object', properties }
}

function errorResponse(kinds: readonly ApiErrorKind[], own: Json): Json {
  const examples: Record<string, Json> = {}
  for (const { code, message } of kinds) {
    let name = code
    for (let count = 2; name in examples; count++) name = `${code}_${count}`
    examples[name] = { summary: message, value: { result: 'error', msg: message, code } }
  }
  return {
    description: kinds.length === 1 ? (kinds[0] as ApiErrorKind).message : 'One of several refusals.',
    content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, own] }, examples } },
  }
}
