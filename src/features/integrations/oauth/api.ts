import { endpoint, event, id, int, list, text, z } from '#contract'
import { tooManyKept } from '../../people/organization/totals.ts'
import { badRedirectUri, noSuchProgram } from './errors.ts'
import { maxProgramNameLength, maxRedirectUriLength, maxRedirectUris } from './limits.ts'

/** A program that asks for access. Times in UNIX seconds. */
export const OAuthClient = z.object({
  id: int,
  /** The URL of its metadata document, if it has one. */
  client_id: z.string(),
  /** Chosen by the program, or by the administrator who registered it. */
  name: z.string(),
  redirect_uris: z.array(z.string()),
  made_known_by: z.enum(['itself', 'administrator', 'document']),
  date_created: int,
  accounts: int,
})
export type OAuthClient = z.infer<typeof OAuthClient>

export const getOAuthClients = endpoint('GET /oauth_clients', {
  summary: 'Get OAuth apps, newest first',
  caller: 'administrator',
  result: { oauth_clients: z.array(OAuthClient) },
})

export const createOAuthClient = endpoint('POST /oauth_clients', {
  summary: 'Register an app',
  caller: 'administrator',
  audited: true,
  params: {
    name: text({ trim: true, min: 1, max: maxProgramNameLength }),
    redirect_uris: list(text({ min: 1, max: maxRedirectUriLength }), { min: 1, max: maxRedirectUris }),
  },
  result: { oauth_client: OAuthClient },
  errors: [tooManyKept, badRedirectUri],
})

export const deleteOAuthClient = endpoint('DELETE /oauth_clients/{oauth_client_id}', {
  summary: 'Remove an app and revoke its access',
  caller: 'administrator',
  audited: true,
  params: { oauth_client_id: id },
  errors: [noSuchProgram],
})

/** Sent to administrators. */
export const oauthClientAdded = event('oauth_client', 'add', { oauth_client: OAuthClient })
export const oauthClientRemoved = event('oauth_client', 'remove', { oauth_client_id: id })
