import { apiError } from '#contract'

export const notAsked = apiError(400, 'BAD_REQUEST', 'You are not among those who are asked.')
export const answeredAlready = apiError(400, 'BAD_REQUEST', 'You have answered this already.')
export const notOpen = apiError(400, 'BAD_REQUEST', 'This cannot be answered any more.')
/** Its program is slow, or away: nothing was kept, so that no answer is lost. */
export const botBusy = apiError(400, 'BAD_REQUEST', 'The bot has too many answers to deal with. Try again later.')
export const notItsBot = apiError(400, 'BAD_REQUEST', 'Only the bot that has sent an interactive message changes it.')
