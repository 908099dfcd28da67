import type { Caller } from './caller.ts'
import type { Json } from './json.ts'

import { isObject } from './json.ts'
import { scimLimits } from './limits.ts'
import { refusalOf } from './refusal.ts'
import { field } from './resource.ts'
import { badSyntax, badValue, ScimError } from './scim-error.ts'
import type { Answer, ScimRequest } from './service.ts'

const requestSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest'
const responseSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse'
const reference = /^bulkId:(.+)$/i

interface BulkOperation {
  readonly method: string
  readonly path: string
  readonly bulkId: string | undefined
  readonly data: unknown
  readonly version: string
  /** Bulk IDs it references, which have to be processed first. */
  readonly needs: ReadonlySet<string>
}

function operationOf(given: unknown): BulkOperation {
  if (!isObject(given)) throw badSyntax('An operation is no JSON object')
  const text = (name: string): string => String(field(given, name) ?? '')
  const [method, path, bulkId] = [text('method').toUpperCase(), text('path'), text('bulkId')]
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    throw badSyntax('method is none of POST, PUT, PATCH, DELETE')
  if (!/^\/(Users|Groups)(\/[^/?]+)?$/.test(path)) throw badSyntax(`path leads nowhere: ${path.slice(0, 50)}`)
  if (method === 'POST' && bulkId === '') throw badSyntax('POST needs a bulkId')
  const data = field(given, 'data')
  const needs = new Set<string>()
  namesIn(data, needs, 0)
  const inPath = reference.exec(path.split('/')[2] ?? '')?.[1]
  if (inPath) needs.add(inPath)
  return { method, path, bulkId: bulkId === '' ? undefined : bulkId, data, version: text('version'), needs }
}

/** Somewhat more than the depth of a resource. */
const maxDepth = 12

function namesIn(value: unknown, names: Set<string>, depth: number): void {
  if (depth > maxDepth) throw badSyntax('data is too deep')
  const name = typeof value === 'string' ? reference.exec(value)?.[1] : undefined
  if (name !== undefined) names.add(name)
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) namesIn(one, names, depth + 1)
}

function replaced(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const name = reference.exec(value)?.[1]
    return name === undefined ? value : (ids.get(name) ?? value)
  }
  if (Array.isArray(value)) return value.map((one) => replaced(one, ids))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, ids)]))
}

/** Runs a bulk request: each operation by itself, after those it references, otherwise in order. */
export async function servedBulk(
  body: Json,
  caller: Caller,
  serve: (caller: Caller, asked: ScimRequest) => Promise<Answer>,
  log: (error: unknown) => void,
): Promise<Answer> {
  const given = field(body, 'Operations')
  const named = field(body, 'schemas')
  if (!Array.isArray(given) || given.length === 0) throw badSyntax('There are no Operations')
  if (named !== undefined && !(Array.isArray(named) && named.includes(requestSchema)))
    throw badSyntax(`schemas does not name ${requestSchema}`)
  if (given.length > scimLimits.bulkOperations)
    throw new ScimError(413, 'tooMany', `There are at most ${scimLimits.bulkOperations} Operations`)
  const most = Number(field(body, 'failOnErrors') ?? Number.POSITIVE_INFINITY)
  if (Number.isNaN(most) || most < 0) throw badValue('failOnErrors is no number')
  const operations = given.map(operationOf)
  const ids = new Map<string, string>()
  const known = new Set(operations.flatMap(({ bulkId }) => bulkId ?? []))
  const failed = new Set<string>()
  const answers: Json[] = []
  let waiting = operations
  let errors = 0
  while (waiting.length > 0) {
    const later: BulkOperation[] = []
    const before = answers.length
    for (const one of waiting) {
      const missing = [...one.needs].filter((name) => !ids.has(name))
      if (missing.some((name) => known.has(name) && !failed.has(name) && name !== one.bulkId)) {
        later.push(one)
        continue
      }
      const answer = await answered(one, ids, missing, { caller, serve, log })
      answers.push(answer)
      if (Number(answer.status) < 400) continue
      if (one.bulkId) failed.add(one.bulkId)
      // the failed operation's ID may be referenced by others
      if (++errors >= Math.max(1, most)) return told(answers)
    }
    // a cycle of references
    if (answers.length === before) {
      for (const one of later) {
        answers.push(await answered(one, ids, [...one.needs], { caller, serve, log }))
        if (++errors >= Math.max(1, most)) break
      }
      return told(answers)
    }
    waiting = later
  }
  return told(answers)
}

const told = (Operations: readonly Json[]): Answer => ({
  status: 200,
  text: JSON.stringify({ schemas: [responseSchema], Operations }),
})

interface Serving {
  readonly caller: Caller
  serve(caller: Caller, asked: ScimRequest): Promise<Answer>
  log(error: unknown): void
}

async function answered(
  { method, path, bulkId, data, version }: BulkOperation,
  ids: Map<string, string>,
  missing: readonly string[],
  { caller, serve, log }: Serving,
): Promise<Json> {
  const begins = { method, ...(bulkId === undefined ? {} : { bulkId }) }
  try {
    if (missing.length > 0)
      throw new ScimError(409, undefined, `There is nothing called bulkId:${missing.join(', ').slice(0, 200)}`)
    const place = path
      .slice(1)
      .split('/')
      .map((part) => String(replaced(part, ids)))
    const answer = await serve(
      { ...caller, ifMatch: version },
      {
        method,
        path: place,
        query: new URLSearchParams(),
        ifNoneMatch: '',
        body: async () => {
          const resource = replaced(data, ids)
          if (!isObject(resource)) throw badSyntax('data is no JSON object')
          return resource
        },
      },
    )
    const location = answer.location
    if (bulkId !== undefined && location) ids.set(bulkId, location.split('/').at(-1) as string)
    return {
      ...begins,
      ...(location === undefined ? {} : { location }),
      ...(answer.version === undefined ? {} : { version: answer.version }),
      status: String(answer.status),
    }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.status >= 500) log(error)
    caller.notes.push(`${method} ${path}: ${refusal.message}`)
    return { ...begins, status: String(refusal.status), response: refusal.body }
  }
}
