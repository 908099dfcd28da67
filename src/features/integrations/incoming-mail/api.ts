import { bool, state } from '#contract'

/** True if channels accept mail; fixed when the server starts. */
export const takesMailState = state('server_takes_mail', bool, 'realm')
