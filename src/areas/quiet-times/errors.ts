import { apiError } from '#contract'

export const pauseTooLong = apiError(
  400,
  'BAD_REQUEST',
  'Invalid until: notifications are paused for {days} days at most',
)
export const pauseInThePast = apiError(400, 'BAD_REQUEST', 'Invalid until: must be a time that is still to come')
