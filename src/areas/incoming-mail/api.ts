import { bool, state } from '#contract'

/** Whether mail to the addresses of channels becomes messages: as the server was started. */
export const takesMailState = state('server_takes_mail', bool, 'realm')
