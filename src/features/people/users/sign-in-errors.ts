import { apiError } from '#contract'

export const wrongCredentials = apiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect')
export const passwordsDisabled = apiError(
  401,
  'PASSWORD_AUTH_DISABLED',
  'Password sign-in is turned off for this organization',
)
export const directoryAbsent = apiError(
  503,
  'SERVICE_UNAVAILABLE',
  "The directory server isn't responding. Try again later.",
)
/** For browser scripts: an API key would outlive every session. */
export const keyOutsideBrowsers = apiError(
  403,
  'BAD_REQUEST',
  'Browser sessions can’t fetch an API key. Authenticate with an API key instead',
)
/** For programs that sent only a password. */
export const secondFactorNeeded = apiError(
  403,
  'SECOND_FACTOR_NEEDED',
  'This account uses two-factor authentication. Provide a code too, or use an access token or the API key from the settings',
)
/** For programs whose user is required to set up two-factor authentication. */
export const secondFactorMissing = apiError(
  403,
  'SECOND_FACTOR_MISSING',
  'This organization requires two-factor authentication. Sign in with a browser first to set it up',
)
export const secondFactorWrong = apiError(403, 'SECOND_FACTOR_WRONG', 'This code is wrong or has already been used')
