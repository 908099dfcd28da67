import { apiError } from '#contract'

export const noSuchAutomation = apiError(404, 'BAD_REQUEST', 'Automation does not exist')
export const noSuchRun = apiError(404, 'BAD_REQUEST', 'Automation run does not exist')
export const cannotManageAutomations = apiError(
  400,
  'BAD_REQUEST',
  "You don't have permission to manage automations here",
)
export const automationChanged = apiError(
  400,
  'AUTOMATION_CHANGED',
  'This automation was changed in the meantime. Reload it and try again.',
)
/* The next three are recorded as the failure of a run, and never returned by an endpoint. */

export const causeUnavailable = apiError(
  400,
  'BAD_REQUEST',
  'The message that triggered this run was deleted, or the automation can no longer read it',
)
export const personLeft = apiError(
  400,
  'BAD_REQUEST',
  'The person who triggered this run left the channel, or the automation can no longer read it',
)
export const placeUnavailable = apiError(
  400,
  'BAD_REQUEST',
  'The automation can no longer read the channel where this run was started',
)
export const newMembersCannotStart = apiError(400, 'BAD_REQUEST', "New members can't start automations yet")
export const notHere = apiError(400, 'BAD_REQUEST', "This automation can't be started in this channel")
export const tooManyStarts = apiError(400, 'BAD_REQUEST', 'You can start up to {limit} runs an hour. Try again later.')
export const tooManyRuns = apiError(
  400,
  'BAD_REQUEST',
  'This automation can run up to {limit} times an hour. Try again later.',
)
export const tooManyRunsInOrganization = apiError(
  400,
  'BAD_REQUEST',
  'An organization can have up to {limit} runs an hour. Try again later.',
)
export const cannotCancel = apiError(400, 'BAD_REQUEST', 'Only runs that are in progress can be canceled')
export const cannotRetry = apiError(400, 'BAD_REQUEST', 'Only runs that failed or were missed can be retried')
