import { apiError } from '#contract'
import { maxCallsPerHour } from './limits.ts'

export const noSuchCommand = apiError(404, 'BAD_REQUEST', 'This bot has no such command')
export const notInThisChannel = apiError(400, 'BAD_REQUEST', "Bots' commands can't be used in private channels")
export const newMembersCannotCall = apiError(400, 'BAD_REQUEST', "New members can't use bots' commands yet")
export const tooManyCalls = apiError(
  400,
  'BAD_REQUEST',
  "You can use bots' commands up to {limit} times an hour. Try again later.",
  { limit: maxCallsPerHour },
)
export const noSuchResponse = apiError(
  404,
  'BAD_REQUEST',
  'This address is wrong, has expired, or was used too many times',
)
