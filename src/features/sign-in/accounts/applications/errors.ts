import { apiError } from '#contract'

export const approvalNeeded = apiError(
  400,
  'APPROVAL_NEEDED',
  "You need a moderator's approval to join this organization. Apply with your email address.",
)
export const approvalNotNeeded = apiError(400, 'BAD_REQUEST', 'You can create an account without applying')
export const answersMissing = apiError(
  400,
  'ANSWERS_MISSING',
  'Answer all questions. They may have changed in the meantime.',
)
export const answerTooLong = apiError(400, 'BAD_REQUEST', 'An answer can have up to {limit} characters')
export const alreadyApplied = apiError(
  400,
  'BAD_REQUEST',
  'Someone has already applied with this email address. Wait for a moderator to decide.',
)
export const tooManyApplications = apiError(
  400,
  'BAD_REQUEST',
  'Too many people are waiting for approval right now. Try again in a few days.',
)
export const applicationClosed = apiError(
  400,
  'APPLICATION_CLOSED',
  'This application is no longer open. Another moderator may have decided on it.',
)

/** Errors for applying, in addition to the ones for joining. */
export const applyErrors = [approvalNotNeeded, answersMissing, alreadyApplied, tooManyApplications]
