import {
  apiError,
  ChannelId,
  ChannelIdOut,
  endpoint,
  event,
  id,
  int,
  list,
  scopes,
  text,
  UserId,
  UserIdOut,
  z,
} from '#contract'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { tooManyKept } from '../../people/organization/totals.ts'
import { noSuchBot } from '../../people/users/errors.ts'
import { keyOutsideBrowsers } from '../../people/users/sign-in-errors.ts'

export const maxTokenNameLength = 60
export const maxTokenChannels = 100
const maxSeconds = 253_402_300_799

/** Also for a token that the caller can't manage. */
export const noSuchToken = apiError(404, 'BAD_REQUEST', 'Access token does not exist')
export const tokenNameTaken = apiError(400, 'BAD_REQUEST', 'An access token with this name already exists')
export const expiresInPast = apiError(400, 'BAD_REQUEST', 'Invalid expires_at: must be in the future')

const token_id = id
export const tokenName = text({ trim: true, min: 1, max: maxTokenNameLength }).refine(
  (given) => !/\p{Cc}/u.test(given),
  'contains characters that are not allowed in names',
)
const bot_id = UserId.optional()

/** Times are UNIX seconds. */
export const AccessToken = z.object({
  id: int,
  user_id: UserIdOut,
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Null for every channel, and direct messages. */
  channel_ids: z.array(ChannelIdOut).nullable(),
  date_created: int,
  expires_at: int.nullable(),
  /** Accurate to about an hour; null if never used. */
  last_used: int.nullable(),
  /** The OAuth program's name and redirect host; null for other tokens. */
  program: z.object({ name: z.string(), host: z.string() }).nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>
export type AccessTokenOut = z.input<typeof AccessToken>

export const getAccessTokens = endpoint('GET /access_tokens', {
  summary: 'Get your access tokens, or those of one of your bots, oldest first',
  scope: 'never',
  params: { bot_id },
  result: { access_tokens: z.array(AccessToken) },
  errors: [noSuchBot],
})

/** The only response that contains the token. */
export const createAccessToken = endpoint('POST /access_tokens', {
  summary: 'Create an access token for yourself or one of your bots',
  audited: true,
  holdsSecrets: true,
  params: {
    name: tokenName,
    scopes: list(z.enum(scopes), { max: scopes.length, min: 1 }),
    channel_ids: list(ChannelId, { max: maxTokenChannels, min: 1 }).optional(),
    expires_at: int.min(0).max(maxSeconds).optional(),
    bot_id,
  },
  result: { token: z.string(), access_token: AccessToken },
  errors: [tooManyKept, tokenNameTaken, expiresInPast, invalidChannelId, noSuchBot, keyOutsideBrowsers],
})

export const renameAccessToken = endpoint('PATCH /access_tokens/{token_id}', {
  summary: 'Rename an access token',
  scope: 'never',
  params: { token_id, name: tokenName },
  errors: [noSuchToken, tokenNameTaken],
})

export const revokeAccessToken = endpoint('DELETE /access_tokens/{token_id}', {
  summary: 'Revoke an access token',
  audited: true,
  scope: 'never',
  params: { token_id },
  errors: [noSuchToken],
})

/** Sent to the token's owner, and to a bot's owner. */
export const tokenAdded = event('access_token', 'add', { access_token: AccessToken })
export const tokenUpdated = event('access_token', 'update', { access_token: AccessToken })
export const tokenRemoved = event('access_token', 'remove', { token_id: id })
