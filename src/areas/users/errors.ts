import { apiError } from '#contract'

/** The same for an id that nobody has, and for one whose owner the caller may not know of. */
export const noSuchUser = apiError(400, 'BAD_REQUEST', 'No such user')
export const noSuchBot = apiError(400, 'BAD_REQUEST', 'No such bot')
export const wrongCredentials = apiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect')
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
export const emailTaken = apiError(400, 'BAD_REQUEST', "Email '{email}' already in use")
export const nameTaken = apiError(400, 'BAD_REQUEST', 'Somebody in this organization has that name already')
export const ownerRequired = apiError(400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
export const onlyOwnerStays = apiError(
  400,
  'BAD_REQUEST',
  'The owner permission cannot be taken from the only organization owner.',
)
export const guestStaysBelow = apiError(400, 'BAD_REQUEST', 'Guests cannot become organization administrators')
export const cannotDeactivateOnlyOwner = apiError(400, 'BAD_REQUEST', 'Cannot deactivate the only organization owner')
export const cannotDeactivateSelf = apiError(400, 'CANNOT_DEACTIVATE_LAST_USER', 'Cannot deactivate the only {entity}')
export const cannotChangeEmails = apiError(
  400,
  'BAD_REQUEST',
  "User not authorized to change other people's e-mail addresses",
)
export const alreadyActive = apiError(400, 'BAD_REQUEST', 'User is already active')
export const isDeactivated = apiError(400, 'BAD_REQUEST', 'User is deactivated')
export const profileIsDeleted = apiError(400, 'BAD_REQUEST', 'The profile of this user was deleted')
