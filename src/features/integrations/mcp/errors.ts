import { apiError } from '#contract'

export const badPlace = apiError(400, 'BAD_REQUEST', 'Specify a channel and topic, or users')
export const onlyPost = apiError(405, 'METHOD_NOT_ALLOWED', 'This server responds to each message separately. Use POST')
export const tooLarge = apiError(413, 'REQUEST_TOO_LARGE', 'The message is too large')
export const otherOrigin = apiError(403, 'BAD_REQUEST', 'This request was sent from another site')
