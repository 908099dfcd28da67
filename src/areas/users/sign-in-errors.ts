import { apiError } from '#contract'

export const wrongCredentials = apiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect')
export const passwordsDisabled = apiError(
  401,
  'PASSWORD_AUTH_DISABLED',
  'Nobody signs in to this organization with a password',
)
export const directoryAbsent = apiError(
  503,
  'SERVICE_UNAVAILABLE',
  'The directory that knows your password does not answer. Try again in a while.',
)
/** To a script in a browser: a key that it learned would outlive every session. */
export const keyOutsideBrowsers = apiError(
  403,
  'BAD_REQUEST',
  'Who is signed in with a browser learns no API key here: ask with the key itself',
)
/** To a program that has shown a password alone. */
export const secondFactorNeeded = apiError(
  403,
  'SECOND_FACTOR_NEEDED',
  'This account has a second factor: give a code of it too, or use an access token or the API key from the settings',
)
/** To one whose person has none, and should. */
export const secondFactorMissing = apiError(
  403,
  'SECOND_FACTOR_MISSING',
  'This organization requires a second factor: sign in with a browser first, which leads to setting one up',
)
export const secondFactorWrong = apiError(403, 'SECOND_FACTOR_WRONG', 'This code is wrong, or was used already')
