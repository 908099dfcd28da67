import type { Readable } from 'node:stream'
import { ApiError } from '#contract'
import type { Exchange, ExchangeAnswer, ExchangeRequest, OpenContext } from '#platform/serve'
import { checkOpen } from '../../people/organization/actions.ts'
import { tokenOf } from './access.ts'
import { servedBulk } from './bulk.ts'
import { directoryCache } from './cache.ts'
import type { Caller } from './caller.ts'
import { scimPath } from './ids.ts'
import { scimLimits } from './limits.ts'
import { refusalOf } from './refusal.ts'
import { noteRequest, noteUse } from './request-log.ts'
import { bodyObject } from './resource.ts'
import { badSyntax, ScimError } from './scim-error.ts'
import { type Answer, type ScimRequest, served } from './service.ts'

const type = 'application/scim+json'

async function textOf(body: Readable | undefined): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += (piece as Buffer).length
    if (size > scimLimits.body) throw new ScimError(413, 'tooMany', `A body has at most ${scimLimits.body} bytes`)
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function checkType({ 'content-type': given = '' }: ExchangeRequest['headers']): void {
  const [kind = ''] = given.split(';')
  if (!/^application\/(scim\+)?json$|^$/i.test(kind.trim()))
    throw new ScimError(415, undefined, 'Bodies are application/scim+json or application/json')
}

function segmentsOf(rest: string): string[] {
  try {
    return rest
      .replace(/\/$/, '')
      .split('/')
      .map((part) => decodeURIComponent(part))
  } catch {
    throw badSyntax('The address cannot be read')
  }
}

const answerOf = ({ status, text, location, version }: Answer): ExchangeAnswer => ({
  status,
  type,
  headers: {
    ...(location === undefined || status !== 201 ? {} : { location }),
    ...(version === undefined ? {} : { etag: version }),
  },
  ...(text === undefined ? {} : { json: text }),
})

/** SCIM 2.0 (RFC 7643, RFC 7644): lets directories manage users and groups, with tokens that belong to no account. */
export const scimExchange: Exchange = {
  path: scimPath,
  isAtRoot: true,
  headers: {},
  // SCIM describes itself by /Schemas: the API reference covers /api/v1
  operations: [],
  describe: () => ({ status: 204, headers: { allow: 'GET, POST, PUT, PATCH, DELETE' } }),
  callerOf: (org, headers) => {
    const token = tokenOf(org, headers)
    return token && `directory ${token.id}`
  },
  refusal: (error) => {
    const { status, body } = refusalOf(error)
    const wait = error instanceof ApiError ? error.headers : {}
    const challenge: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer realm="loquat"' } : {}
    return { status, type, headers: { ...wait, ...challenge }, json: JSON.stringify(body) }
  },
  handle: (ctx, request) => handled(ctx as unknown as OpenContext, request),
}

async function handled(ctx: OpenContext, request: ExchangeRequest): Promise<ExchangeAnswer> {
  const { method, headers, rest, body } = request
  const { org } = ctx
  const token = tokenOf(org, headers)
  if (!token) throw new ScimError(401, undefined, 'There is no token of this organization, or it was revoked')
  const begun = performance.now()
  noteUse(org, token.id)
  const caller: Caller = {
    tokenName: token.name,
    address: ctx.request.address,
    ifMatch: headers['if-match'] ?? '',
    notes: [],
  }
  const note = (status: number, detail: string) =>
    noteRequest(org, {
      at: org.now(),
      token_name: token.name,
      method,
      path: ctx.request.url.replace(/^\/+scim\/v2/, ''),
      status,
      duration_ms: performance.now() - begun,
      detail,
    })
  try {
    checkOpen(org)
    if (!org.get(directoryCache).isOn)
      throw new ScimError(403, undefined, 'SCIM is turned off in the settings of the organization')
    let text: Promise<string> | undefined
    const asked: ScimRequest = {
      method,
      path: segmentsOf(rest),
      query: new URLSearchParams(/\?(.*)$/s.exec(ctx.request.url)?.[1]),
      ifNoneMatch: headers['if-none-match'] ?? '',
      body: async () => {
        checkType(headers)
        text ??= textOf(body)
        return bodyObject(await text)
      },
    }
    const answer = await answerTo(ctx, caller, asked)
    note(answer.status, caller.notes.join('; '))
    return answerOf(answer)
  } catch (error) {
    const { status, message } = refusalOf(error)
    note(status, message)
    throw error
  }
}

async function answerTo(ctx: OpenContext, caller: Caller, asked: ScimRequest): Promise<Answer> {
  if (asked.path[0] !== 'Bulk' || asked.path.length > 1) return served(ctx, caller, asked)
  if (asked.method !== 'POST') throw new ScimError(405, undefined, `${asked.method} is not understood here`)
  const serve = (one: Caller, each: ScimRequest) => served(ctx, one, each)
  return servedBulk(await asked.body(), caller, serve, (error) =>
    ctx.request.warn(`a SCIM change failed: ${String(error).slice(0, 500)}`),
  )
}
