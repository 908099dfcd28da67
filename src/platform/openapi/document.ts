import { type Endpoint, neededScope } from '#contract'
import { featureLevel, version } from '#platform/config'
import { sessionCookie } from '#platform/http'
import type { Feature, Initial } from '#platform/serve'
import { exchangeOperationJson } from './exchanges.ts'
import { operationId, operationNames } from './names.ts'
import { parameters, requestBody } from './parameters.ts'
import { errorResponses, sharedErrors, sharedSchemas, successResponse } from './responses.ts'
import type { Json } from './schemas.ts'

interface OpenApiOptions {
  initials?: readonly Initial[]
  basePath?: string
}

/** The OpenAPI 3.1 document of everything the features serve, generated from the declarations. */
export function openApiDocument(
  features: readonly Pick<Feature, 'name' | 'routes' | 'exchanges' | 'api'>[],
  { initials = [], basePath = '' }: OpenApiOptions = {},
): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const shapes = new Map<string, string>()
  const tags: Json[] = []
  const names = operationNames(features)
  for (const { name, routes = [], exchanges = [] } of features) {
    if (routes.length === 0 && exchanges.length === 0) continue
    tags.push({ name })
    for (const { endpoint } of routes) {
      // OpenAPI treats paths that differ only in parameter names as the same
      const shape = endpoint.path.replace(/\{[^{}]*\}/g, '{}')
      const path = shapes.get(shape) ?? endpoint.path.replaceAll('...}', '}')
      shapes.set(shape, path)
      const methods = paths[path] ?? {}
      paths[path] = methods
      const method = endpoint.method.toLowerCase()
      const own = renamed(operation(endpoint, name, names, initials), endpoint, path)
      const other = methods[method]
      methods[method] = other ? either(other, own) : own
    }
    for (const { path, headers, operations } of exchanges)
      for (const one of operations) {
        const methods = paths[path + one.path] ?? {}
        paths[path + one.path] = methods
        methods[one.method.toLowerCase()] = exchangeOperationJson(one, name, operationId(one, names), headers)
      }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loquat',
      version,
      summary: 'Team chat that organizes every conversation by topic',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      'x-feature-level': featureLevel,
    },
    servers: [{ url: `${basePath}/api/v1`, description: 'The organization at this address' }],
    security: [{ apiKey: [] }, { accessToken: [] }, { session: [], ownPage: [] }],
    tags,
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'basic', description: 'The email address and API key of an account.' },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token; it can also stand in the place of the API key. What each operation asks of it is in `x-token-scope`.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: `A signed-in browser. Behind https the cookie is called \`__Host-${sessionCookie}\`; below a path, \`__Secure-${sessionCookie}\`.`,
        },
        ownPage: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Loquat-Web',
          description: 'Always `1`, beside the session: pages of other sites cannot send it.',
        },
      },
      schemas: sharedSchemas,
    },
  }
}

const introduction = `Parameters travel in the query string, in a form (\`application/x-www-form-urlencoded\` or \
\`multipart/form-data\`) or in both, with every method; lists and objects as JSON within their field. Parameters that an \
endpoint does not know do no harm: the answer names them in \`ignored_parameters_unsupported\`.`

function operation(
  endpoint: Endpoint,
  tag: string,
  names: ReadonlyMap<unknown, string>,
  initials: readonly Initial[],
): Json {
  const { caller, summary, deprecated, holdsState, inChannels } = endpoint
  const { body, ...given } = { ...parameters(endpoint), body: requestBody(endpoint) }
  return {
    operationId: operationId(endpoint, names),
    summary,
    ...(caller in callers ? { description: callers[caller as keyof typeof callers] } : {}),
    tags: [tag],
    ...(deprecated ? { deprecated: true } : {}),
    'x-token-scope': neededScope(endpoint),
    ...(inChannels ? { 'x-token-in-channels': true } : {}),
    ...(caller === 'anyone' || caller === 'webhook' ? { security: [] } : {}),
    ...(caller === 'spectator'
      ? { security: [{ apiKey: [] }, { accessToken: [] }, { session: [], ownPage: [] }, {}] }
      : {}),
    ...given,
    ...(body ? { requestBody: body } : {}),
    responses: {
      200: successResponse(endpoint, holdsState ? initials.map(({ state }) => state.schema) : []),
      ...errorResponses([...endpoint.errors, ...sharedErrors(endpoint)]),
    },
  }
}

function renamed(one: Json, { path: own }: Endpoint, path: string): Json {
  const given = namesIn(path)
  const names = new Map(namesIn(own).map((name, index) => [name, given[index]]))
  const parameters = (one.parameters as Json[] | undefined)?.map((parameter) =>
    parameter.in === 'path' ? { ...parameter, name: names.get(parameter.name as string) } : parameter,
  )
  return parameters ? { ...one, parameters } : one
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)(?:\.\.\.)?\}/g)].map(([, name]) => name as string)

/** Merges two operations that differ only in the type of a path value. */
function either(one: Json, other: Json): Json {
  const others = new Map((other.parameters as Json[]).map((parameter) => [parameter.name, parameter.schema]))
  return {
    ...one,
    description: [one.description, `With another kind of value in the path: ${other.summary}.`]
      .filter(Boolean)
      .join(' '),
    parameters: (one.parameters as Json[]).map((parameter) =>
      parameter.in === 'path'
        ? { ...parameter, schema: { anyOf: [parameter.schema, others.get(parameter.name)] } }
        : parameter,
    ),
  }
}

const callers = {
  human: 'Not for bots.',
  member: 'Not for guests.',
  administrator: 'Only for administrators of the organization.',
  owner: 'Only for owners of the organization.',
  webhook: 'Only for bots, whose key is in the query.',
  spectator: 'Without an account too, for web-public channels, where the organization lets these be read so.',
}
