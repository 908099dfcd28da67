import { apiError } from '#contract'

export const noSuchRecipient = apiError(400, 'BAD_REQUEST', "Invalid email '{email}'")
export const emptyTopicRefused = apiError(
  400,
  'BAD_REQUEST',
  'Sending messages to the general chat is not allowed in this channel.',
)
export const namedTopicRefused = apiError(400, 'BAD_REQUEST', 'Only the general chat topic is allowed in this channel.')
