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
/** Recorded as a run's failure; never returned by an endpoint. */
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
export const cannotCancel = apiError(400, 'BAD_REQUEST', 'Only runs that are in progress can be canceled')
export const cannotRetry = apiError(400, 'BAD_REQUEST', 'Only runs that failed or were missed can be retried')
