import { apiError } from '#contract'

export const appealEmpty = apiError(400, 'BAD_REQUEST', 'Write a message to the moderators.')
export const appealTooLong = apiError(400, 'BAD_REQUEST', 'An appeal can have up to {limit} characters')
