import { apiError } from '#contract'

export const notAsked = apiError(400, 'BAD_REQUEST', "You aren't allowed to answer this.")
export const answeredAlready = apiError(400, 'BAD_REQUEST', "You've already answered this.")
export const notOpen = apiError(400, 'BAD_REQUEST', 'This can no longer be answered.')
/** The bot's program is slow or offline; refusing the answer avoids losing it. */
export const botBusy = apiError(400, 'BAD_REQUEST', 'The bot has too many pending answers. Try again later.')
export const notItsBot = apiError(400, 'BAD_REQUEST', 'Only the bot that sent an interactive message can change it.')
