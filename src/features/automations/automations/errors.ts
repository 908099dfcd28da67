import { apiError } from '#contract'

export const noSuchAutomation = apiError(404, 'BAD_REQUEST', 'Automation does not exist')
export const noSuchRun = apiError(404, 'BAD_REQUEST', 'Automation run does not exist')
export const cannotManageAutomations = apiError(
  400,
  'BAD_REQUEST',
  "You don't have permission to manage automations here",
)
export const cannotRaiseLimit = apiError(
  400,
  'UNAUTHORIZED_PRINCIPAL',
  'Only administrators can change how often an automation can run.',
)
export const automationChanged = apiError(
  400,
  'AUTOMATION_CHANGED',
  'This automation was changed in the meantime. Reload it and try again.',
)
/* From here to `noCallSecret`: recorded as the failure of a run, and never returned by an endpoint. */

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
export const noApprovers = apiError(400, 'BAD_REQUEST', 'None of the approvers is active and can read the request')
export const requestDeleted = apiError(400, 'BAD_REQUEST', 'The message that asked for approval was deleted')
export const cannotAnswer = apiError(
  400,
  'BAD_REQUEST',
  "The people who can answer are deactivated or can't read the message",
)
export const formDeleted = apiError(400, 'BAD_REQUEST', 'The message with the form was deleted')
export const noMembersToAsk = apiError(400, 'BAD_REQUEST', 'The group has no active members')
export const tooManyToAsk = apiError(400, 'BAD_REQUEST', 'The group has more than {limit} members')
export const tooManyWaiting = apiError(
  400,
  'BAD_REQUEST',
  'An automation can have up to {limit} waiting runs at a time',
)
export const groupChangedSince = apiError(
  400,
  'BAD_REQUEST',
  'The person who triggered this run has joined or left the group since',
)
export const notAuthorized = apiError(
  400,
  'BAD_REQUEST',
  "Neither the automation's bot nor the person who last changed the automation is allowed to do this",
)
export const tooOldToMove = apiError(400, 'BAD_REQUEST', "The automation's bot isn't allowed to move messages this old")
export const callFailed = apiError(400, 'BAD_REQUEST', 'The call failed: {reason}')
export const noCallSecret = apiError(
  400,
  'BAD_REQUEST',
  "The secret that calls are signed with can't be read. Renew it, and try again.",
)
export const noCalls = apiError(400, 'BAD_REQUEST', "This automation doesn't call other services")
export const noWebhook = apiError(400, 'BAD_REQUEST', "This automation isn't started by a webhook")
export const noSuchWebhook = apiError(
  404,
  'BAD_REQUEST',
  'This address is wrong, or its automation was turned off or deleted',
)
export const newMembersCannotStart = apiError(400, 'BAD_REQUEST', "New members can't start automations yet")
export const conditionsNotMet = apiError(
  400,
  'BAD_REQUEST',
  "You can't start this automation, because its conditions aren't met",
)
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
export const turnedOff = apiError(400, 'BAD_REQUEST', 'This automation is turned off. Turn it on first.')
export const outOfReach = apiError(
  400,
  'BAD_REQUEST',
  "The automation can't read this channel, or it doesn't belong to the automation's channels",
)
export const cannotApproveOwnRequest = apiError(400, 'BAD_REQUEST', "You can't approve your own request.")
export const cannotCancel = apiError(400, 'BAD_REQUEST', 'Only runs that are in progress can be canceled')
export const cannotRetry = apiError(400, 'BAD_REQUEST', 'Only runs that failed or were missed can be retried')
