import { apiError } from '#contract'

/** The same for unknown users and those the caller can't see. */
export const noSuchUser = apiError(400, 'BAD_REQUEST', 'No such user')
export const invalidUserId = apiError(400, 'BAD_REQUEST', 'Invalid user ID {id}')
export const noSuchBot = apiError(400, 'BAD_REQUEST', 'No such bot')
export const emailTaken = apiError(400, 'BAD_REQUEST', "Email '{email}' already in use")
export const nameTaken = apiError(400, 'BAD_REQUEST', 'Someone in this organization already has this name')
export const passwordGuessable = apiError(
  400,
  'BAD_REQUEST',
  'This password is too easy to guess. Choose a longer or less common one.',
)
export const passwordOfNames = apiError(
  400,
  'BAD_REQUEST',
  "This password is too easy to guess: it contains your name, your email address or your organization's name. Choose another one.",
)
export const passwordErrors = [passwordGuessable, passwordOfNames]
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
  "User not authorized to change other people's email addresses",
)
export const alreadyActive = apiError(400, 'BAD_REQUEST', 'User is already active')
export const isDeactivated = apiError(400, 'BAD_REQUEST', 'User is deactivated')
/** The fields are `rule` (`moderation_rule`) and `rule_id`. */
export const profileWordRefused = apiError(
  400,
  'TEXT_REFUSED',
  "This text contains a word or phrase that isn't allowed here.",
)
export const profileLinkRefused = apiError(400, 'TEXT_REFUSED', "This text contains a link that isn't allowed here.")
/** Errors of endpoints that change names, statuses, or profile fields. */
export const profileTextErrors = [profileWordRefused, profileLinkRefused]
export const profileIsDeleted = apiError(400, 'BAD_REQUEST', 'The profile of this user was deleted')
