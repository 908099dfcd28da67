import { apiError } from '#contract'

export { cannotRestrict, cannotRestrictRank } from '../../people/restrictions/errors.ts'

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
  'Messages of this person are already being deleted or restored',
)
export const noSuchDeletion = apiError(404, 'BAD_REQUEST', 'This deletion does not exist')
export const cannotUndoRank = apiError(400, 'BAD_REQUEST', 'You can’t undo what someone with a higher role deleted')
export const undoneAlready = apiError(400, 'BAD_REQUEST', 'Someone has already undone this')
export const tooLateToUndo = apiError(400, 'BAD_REQUEST', 'The time for undoing this has passed')

export const cannotWarn = apiError(400, 'BAD_REQUEST', 'Only active people can be warned')
export const noSuchWarning = apiError(404, 'BAD_REQUEST', 'This warning does not exist')
export const alreadyAcknowledged = apiError(400, 'BAD_REQUEST', 'They have already acknowledged this warning')
export const tooManyWarnings = apiError(
  400,
  'BAD_REQUEST',
  'A person can have up to {limit} warnings that they haven’t acknowledged',
)

export const tooOldToBan = apiError(
  400,
  'BAD_REQUEST',
  'Only administrators can ban accounts that are 30 days old or older',
)
export const cannotBanBot = apiError(400, 'BAD_REQUEST', 'Ban the bot’s owner instead, or deactivate the bot')
export const alreadyBanned = apiError(400, 'BAD_REQUEST', 'This account is already deactivated')
