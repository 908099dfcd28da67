import { apiError } from '#contract'

export { cannotRestrict, cannotRestrictRank, restrictErrors } from '../../people/restrictions/errors.ts'

export const noSuchNote = apiError(404, 'BAD_REQUEST', 'This note does not exist')
export const notYourNote = apiError(400, 'BAD_REQUEST', 'You can only change your own notes')
export const tooManyNotes = apiError(
  400,
  'BAD_REQUEST',
  'A person can have up to {limit} notes. Delete old ones first.',
)

export const deletionRunning = apiError(
  400,
  'DELETION_RUNNING',
  'This person’s messages are already being deleted or restored',
)
export const noSuchDeletion = apiError(404, 'BAD_REQUEST', 'This deletion does not exist')
export const cannotUndoRank = apiError(400, 'BAD_REQUEST', 'You can’t undo what someone with a higher role deleted')
export const undoneAlready = apiError(400, 'BAD_REQUEST', 'This deletion has already been undone')
export const tooLateToUndo = apiError(400, 'BAD_REQUEST', 'It’s too late to undo this deletion')

export const cannotWarn = apiError(400, 'BAD_REQUEST', 'You can’t warn bots or deactivated users')
export const noSuchWarning = apiError(404, 'BAD_REQUEST', 'This warning does not exist')
export const alreadyAcknowledged = apiError(400, 'BAD_REQUEST', 'This warning has already been acknowledged')
export const tooManyWarnings = apiError(
  400,
  'BAD_REQUEST',
  'A person can have up to {limit} warnings that they haven’t acknowledged',
)

export const tooOldToBan = apiError(
  400,
  'BAD_REQUEST',
  'Only administrators can ban accounts that are at least 30 days old',
)
export const cannotBanBot = apiError(400, 'BAD_REQUEST', 'You can’t ban a bot. Ban its owner, or deactivate the bot.')
export const alreadyBanned = apiError(400, 'BAD_REQUEST', 'This account is already deactivated')

export const reasonRequired = apiError(400, 'BAD_REQUEST', 'Invalid reason: required when making people read-only')
export const cannotWelcome = apiError(400, 'BAD_REQUEST', 'Bots and deactivated users can’t become full members')
export const notWelcomed = apiError(400, 'BAD_REQUEST', 'This person wasn’t made a full member by a moderator')
