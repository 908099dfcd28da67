import { apiError } from '#contract'

/** The field is `until`, in UNIX seconds; `end` is the same as a text. */
export const joiningPaused = apiError(400, 'LOCKDOWN', 'Joining is paused for a while. Try again after {end}.')

export const alreadyLockedDown = apiError(400, 'LOCKDOWN_EXISTS', 'A lockdown is already on. Change its end instead.')
export const notLockedDown = apiError(400, 'BAD_REQUEST', 'There is no lockdown')
export const nothingToChange = apiError(400, 'BAD_REQUEST', 'Specify at least one of hours and reason')
