import { apiError } from '#contract'

export const logTurnedOff = apiError(400, 'BAD_REQUEST', 'This organization doesn’t show its moderation log')
