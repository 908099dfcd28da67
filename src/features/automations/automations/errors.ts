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
/** Why a run fails; no endpoint returns it. */
export const causeGone = apiError(
  400,
  'BAD_REQUEST',
  "The message that started the run was deleted, or the automation can't read it anymore",
)
export const personLeft = apiError(
  400,
  'BAD_REQUEST',
  "The person who started the run left the channel, or the automation can't read it anymore",
)
export const cannotRetry = apiError(400, 'BAD_REQUEST', 'Only runs that failed or were missed can be retried')
