import { apiError } from '#contract'

export const pauseTooLong = apiError(
  400,
  'BAD_REQUEST',
  'Invalid until: notifications can be paused for at most {days} days',
)
export const pauseInThePast = apiError(400, 'BAD_REQUEST', 'Invalid until: must be in the future')
