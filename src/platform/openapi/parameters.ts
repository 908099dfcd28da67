import type { Decoder, Endpoint } from '#contract'
import { type Json, jsonSchema } from './schemas.ts'

interface Described extends Decoder {
  schemaJson: Json
  required: boolean
}

const described = (endpoint: Endpoint): Described[] =>
  endpoint.decoders.map((one) => ({
    ...one,
    schemaJson: withAliases(jsonSchema(one.schema, 'input'), one.names.slice(1)),
    required: !one.schema.safeParse(undefined).success,
  }))

const withAliases = (schema: Json, aliases: readonly string[]): Json =>
  aliases.length === 0
    ? schema
    : { ...schema, description: `Also accepted as \`${aliases.join('`, `')}\`.`, 'x-aliases': aliases }

const pathNames = ({ path }: Endpoint) => [...path.matchAll(/\{(\w+)(?:\.\.\.)?\}/g)].map(([, name]) => name as string)
const inQuery = ({ method }: Endpoint) => method === 'GET' || method === 'DELETE'

/** Whether the value is a list or object, which is sent as JSON text in its field. */
const isStructured = ({ wire, schemaJson: { type, anyOf } }: Described): boolean =>
  wire !== 'raw' &&
  (type === 'array' ||
    type === 'object' ||
    (Array.isArray(anyOf) && anyOf.some((one: Json) => one.type === 'array' || one.type === 'object')))

/** Parameters in the path and, for GET and DELETE, whose bodies many tools reject, in the query. */
export function parameters(endpoint: Endpoint): { parameters?: Json[] } {
  const inPath = pathNames(endpoint)
  const list = described(endpoint).flatMap((one): Json[] => {
    const { name, schemaJson, required } = one
    const isInPath = inPath.includes(name)
    if (!isInPath && !inQuery(endpoint)) return []
    const { description, ...schema } = schemaJson
    const structured = isStructured(one)
    return [
      {
        name,
        in: isInPath ? 'path' : 'query',
        required: isInPath || required,
        ...(description ? { description } : {}),
        ...(structured ? { content: { 'application/json': { schema } } } : { schema }),
      },
    ]
  })
  return list.length > 0 ? { parameters: list } : {}
}

export function requestBody(endpoint: Endpoint): Json | undefined {
  if (inQuery(endpoint)) return undefined
  const inPath = pathNames(endpoint)
  const fields = described(endpoint).filter(({ name }) => !inPath.includes(name))
  if (fields.length === 0 && !endpoint.files) return undefined
  const required = fields.filter((one) => one.required).map(({ name }) => name)
  const encoding = fields.filter(isStructured).map(({ name }) => [name, { contentType: 'application/json' }])
  const form = {
    schema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(fields.map(({ name, schemaJson }) => [name, schemaJson])),
        ...(endpoint.files ? { file: { type: 'string', contentMediaType: 'application/octet-stream' } } : {}),
      },
      ...(required.length > 0 ? { required } : {}),
    },
    ...(encoding.length > 0 ? { encoding: Object.fromEntries(encoding) } : {}),
  }
  return {
    ...(required.length > 0 || endpoint.files ? { required: true } : {}),
    content: endpoint.files
      ? { 'multipart/form-data': form }
      : { 'application/x-www-form-urlencoded': form, 'multipart/form-data': form },
  }
}
