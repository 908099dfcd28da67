import type { Context, ExchangeAnswer, ExchangeRequest } from '#platform/serve'
import { type Outcome, redeem, renew, revoke } from './actions/grants.ts'
import { isOwnResource } from './addresses.ts'
import { OAuthRefusal } from './errors.ts'
import { bodyOf, fieldsOf } from './form-body.ts'

const form = 'application/x-www-form-urlencoded'

const originOf = (ctx: Context) => ({ address: ctx.request.address, client: ctx.client })

function needed(fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name)
  if (value === undefined) throw new OAuthRefusal('invalid_request', `${name} is missing`)
  return value
}

/** The token endpoint: exchanges codes and refresh tokens (RFC 6749, 5). */
export async function answerToken(ctx: Context, request: ExchangeRequest): Promise<ExchangeAnswer> {
  const fields = fieldsOf(await bodyOf(request, form))
  const type = needed(fields, 'grant_type')
  const clientId = clientOf(request, fields)
  const resource = fields.get('resource')
  if (resource !== undefined && !isOwnResource(ctx, resource))
    throw new OAuthRefusal('invalid_target', 'Tokens for that resource are not given out here')
  const outcome = await outcomeOf(ctx, type, clientId, fields)
  if (outcome instanceof OAuthRefusal) throw outcome
  const json = {
    access_token: outcome.accessToken,
    token_type: 'Bearer',
    expires_in: outcome.expiresInSecs,
    refresh_token: outcome.refreshToken,
    scope: outcome.scopes.join(' '),
  }
  return { status: 200, headers: { pragma: 'no-cache' }, json: JSON.stringify(json) }
}

async function outcomeOf(
  ctx: Context,
  type: string,
  clientId: string,
  fields: ReadonlyMap<string, string>,
): Promise<Outcome> {
  if (type === 'authorization_code') {
    const [code, verifier] = [needed(fields, 'code'), needed(fields, 'code_verifier')]
    const asked = { code, verifier, clientId, redirectUri: fields.get('redirect_uri') }
    return ctx.org.transact(null, (mutation) => redeem(mutation, asked, originOf(ctx)), ctx.costAccount)
  }
  if (type === 'refresh_token') {
    const asked = { token: needed(fields, 'refresh_token'), clientId, scope: fields.get('scope') }
    return ctx.org.transact(null, (mutation) => renew(mutation, asked, originOf(ctx)), ctx.costAccount)
  }
  throw new OAuthRefusal('unsupported_grant_type', 'authorization_code and refresh_token are known')
}

/** Clients are public; one with a secret was set up for another server. */
function clientOf({ headers }: ExchangeRequest, fields: ReadonlyMap<string, string>): string {
  if (headers.authorization !== undefined || fields.has('client_secret'))
    throw new OAuthRefusal('invalid_client', 'Clients have no secrets here: give client_id in the body', 401)
  return needed(fields, 'client_id')
}

/** The revocation endpoint (RFC 7009). Succeeds for unknown tokens. */
export async function answerRevocation(ctx: Context, request: ExchangeRequest): Promise<ExchangeAnswer> {
  const fields = fieldsOf(await bodyOf(request, form))
  const clientId = clientOf(request, fields)
  const token = needed(fields, 'token')
  const refusal = await ctx.org.transact(null, (mutation) => revoke(mutation, token, clientId), ctx.costAccount)
  if (refusal) throw refusal
  return { status: 200, json: '{}' }
}
