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
export const networkFull = apiError(
  400,
  'BAD_REQUEST',
  'Too many people from your network are waiting for approval right now. Try again in a few days.',
)
export const applicationClosed = apiError(
  400,
  'APPLICATION_CLOSED',
  'This application is no longer open. Another moderator may have decided on it.',
)

export const cannotEmailApplicants = apiError(
  400,
  'BAD_REQUEST',
  "You can't ask applicants questions because this server doesn't send email",
)
export const answerPending = apiError(
  400,
  'BAD_REQUEST',
  "The applicant hasn't answered the previous question yet. Another moderator may have asked it.",
)
export const tooManyFollowUps = apiError(400, 'BAD_REQUEST', 'You can ask an applicant at most {limit} questions')
export const answerLinkUsed = apiError(
  400,
  'BAD_REQUEST',
  "You've already answered, or the moderators have decided on your application. You get their decision by email.",
)
export const answerEmpty = apiError(400, 'BAD_REQUEST', 'Write an answer.')

/** Errors for applying, in addition to the ones for joining. */
export const applyErrors = [approvalNotNeeded, answersMissing, alreadyApplied, tooManyApplications, networkFull]
