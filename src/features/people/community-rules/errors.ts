import { apiError } from '#contract'

export const rulesNotAccepted = apiError(400, 'RULES_NOT_ACCEPTED', 'Accept the community rules to create an account')
export const rulesHaveChanged = apiError(
  400,
  'RULES_CHANGED',
  'The community rules have changed. Read and accept the new version.',
)
/** Errors of endpoints that create an account for the caller. */
export const joinErrors = [rulesNotAccepted, rulesHaveChanged]

export const noSuchRules = apiError(400, 'BAD_REQUEST', 'Invalid version: these rules do not exist')
export const rulesEditedElsewhere = apiError(
  400,
  'RULES_EDIT_CONFLICT',
  'Someone else changed the rules in the meantime. Reload them before you save.',
)
export const rulesRequired = apiError(
  400,
  'BAD_REQUEST',
  'New users have to accept the rules. To delete them, remove this requirement first.',
)
