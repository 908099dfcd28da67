import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimitHit, z } from '#contract'
import type { Context, ExchangeAnswer, ExchangeRequest } from '#platform/serve'
import { isRegistrationOn } from './access.ts'
import { registerClient } from './actions/clients.ts'
import { plainName } from './client-document.ts'
import { OAuthRefusal } from './errors.ts'
import { bodyOf } from './form-body.ts'
import { maxRedirectUris } from './limits.ts'
import { hostOf, isRedirectUri } from './redirect-uri.ts'

const maxPerHour = 20
/** By organization and network: programs register once for each user. */
const perAddress = new RateLimiterMemory({ points: maxPerHour, duration: 3_600 })

const strings = z.array(z.string().max(200)).max(20)
const Metadata = z.object({
  client_name: z.string().max(1_000).optional(),
  redirect_uris: z.array(z.string()),
  grant_types: strings.optional(),
  response_types: strings.optional(),
})

/** Dynamic client registration (RFC 7591). Clients are public: PKCE authenticates each request. */
export async function answerRegistration(ctx: Context, request: ExchangeRequest): Promise<ExchangeAnswer> {
  if (!isRegistrationOn(ctx))
    throw new OAuthRefusal('access_denied', 'Only programs that an administrator has made known can ask here', 403)
  if (ctx.server.config.rateLimits === 'on') await limit(`${ctx.org.id} ${ctx.request.network}`)
  const {
    client_name = '',
    redirect_uris,
    grant_types,
    response_types,
  } = read(await bodyOf(request, 'application/json'))
  const first = redirect_uris[0]
  if (first === undefined || redirect_uris.length > maxRedirectUris)
    throw new OAuthRefusal('invalid_redirect_uri', `1 to ${maxRedirectUris} redirect_uris are needed`)
  const bad = redirect_uris.find((uri) => !isRedirectUri(uri))
  if (bad !== undefined)
    throw new OAuthRefusal(
      'invalid_redirect_uri',
      'A redirect URI must use https, http on a loopback address, or a private scheme that contains a dot',
    )
  if (grant_types && !grant_types.includes('authorization_code'))
    throw new OAuthRefusal('invalid_client_metadata', 'Programs act for people: by authorization_code')
  if (response_types && !response_types.includes('code'))
    throw new OAuthRefusal('invalid_client_metadata', 'The only response type is code')
  const name = plainName(client_name) || hostOf(first)
  const row = await ctx.org.transact(
    null,
    (mutation) => registerClient(mutation, { name, redirectUris: redirect_uris }),
    ctx.costAccount,
  )
  const json = {
    client_id: row.client_id,
    client_id_issued_at: Math.floor(row.created_at.getTime() / 1000),
    client_name: row.name,
    redirect_uris: row.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  return { status: 201, json: JSON.stringify(json) }
}

function read(text: string): z.infer<typeof Metadata> {
  try {
    return Metadata.parse(JSON.parse(text))
  } catch {
    throw new OAuthRefusal('invalid_client_metadata', 'The body is to be an object with redirect_uris and client_name')
  }
}

async function limit(key: string): Promise<void> {
  try {
    await perAddress.consume(key)
  } catch (state) {
    if (state instanceof RateLimiterRes) throw rateLimitHit(state.msBeforeNext / 1000, {})
    throw state
  }
}
