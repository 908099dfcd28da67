import { apiError } from '#contract'

/** `until` is in UNIX seconds, `end` is the formatted time. */
export const joiningPaused = apiError(400, 'LOCKDOWN', 'Joining is temporarily paused. Try again after {end}.')

export const alreadyLockedDown = apiError(
  400,
  'LOCKDOWN_EXISTS',
  'A lockdown is already active. You can change when it ends.',
)
export const notLockedDown = apiError(400, 'BAD_REQUEST', 'There’s no active lockdown')
export const nothingToChange = apiError(400, 'BAD_REQUEST', 'Specify at least one of hours and reason')
