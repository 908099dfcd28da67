import { apiError } from '#contract'

export const badPlace = apiError(400, 'BAD_REQUEST', 'Give a channel and a topic, or people')
export const onlyPost = apiError(405, 'METHOD_NOT_ALLOWED', 'This server answers each message by itself: use POST')
export const tooLarge = apiError(413, 'REQUEST_TOO_LARGE', 'The message is too large')
export const otherOrigin = apiError(403, 'BAD_REQUEST', 'This request was sent from a page of another site')
