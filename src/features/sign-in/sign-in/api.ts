import { apiError, bool, endpoint, text, UserIdOut, userDeactivated, z } from '#contract'
import { wrongCredentials } from '../../people/users/sign-in-errors.ts'
import { User } from '../../people/users/wire.ts'

/** The same for unknown, expired, and used tokens. */
export const noSuchToken = apiError(401, 'AUTHENTICATION_FAILED', 'This sign-in has expired. Start over')
export const methodOff = apiError(400, 'BAD_REQUEST', 'This sign-in method is turned off for this organization')
export const badPad = apiError(
  400,
  'BAD_REQUEST',
  'The program that sent you here did not do so properly: mobile_flow_otp and desktop_flow_otp take 64 hexadecimal digits, one of them at a time',
)
export const notStarted = apiError(
  400,
  'BAD_REQUEST',
  'This sign-in was started in another browser or has expired. Start over',
)
export const providerAbsent = apiError(502, 'BAD_REQUEST', "{provider} isn't responding. Try again later.")
export const providerNotBelieved = apiError(
  502,
  'BAD_REQUEST',
  "The response from {provider} couldn't be verified, so you weren't signed in. See the server log for details.",
)
export const cancelled = apiError(400, 'BAD_REQUEST', "You didn't complete the sign-in at {provider}")
export const addressUnproved = apiError(
  400,
  'BAD_REQUEST',
  "{provider} hasn't verified your email address. Verify it there, then try again",
)
export const notAPerson = apiError(400, 'BAD_REQUEST', 'The account {email} is a bot')
export const linkedElsewhere = apiError(
  400,
  'BAD_REQUEST',
  'The account {email} is linked to a different {provider} account. An administrator can unlink it by deactivating and reactivating the user',
)

/** For desktop apps, with a token that the user brings from the browser. */
export const redeemToken = endpoint('POST /accounts/sign_in_token', {
  summary: 'Exchange a sign-in token from a browser for an API key',
  holdsSecrets: true,
  caller: 'anyone',
  params: { token: text({ min: 1, max: 200 }) },
  result: { api_key: z.string(), email: z.string(), user_id: UserIdOut },
  errors: [noSuchToken, userDeactivated],
})

export const tokensOff = apiError(400, 'BAD_REQUEST', 'JWT authentication is not enabled for this organization')
export const badToken = apiError(400, 'BAD_REQUEST', 'Bad JSON web token')
export const noEmailInToken = apiError(400, 'BAD_REQUEST', 'No email specified in JSON web token claims')

/** For programs that authenticate users themselves and share a key with this server. */
export const fetchApiKeyByToken = endpoint('POST /jwt/fetch_api_key', {
  summary: 'Get an API key with a JSON Web Token',
  caller: 'anyone',
  holdsSecrets: true,
  params: { token: text({ min: 1, max: 10_000 }), include_profile: bool.default(false) },
  result: { api_key: z.string(), email: z.string(), user: User.optional() },
  errors: [tokensOff, badToken, noEmailInToken, wrongCredentials, userDeactivated],
})
