import { apiError } from '#contract'

export const tooManyMessages = apiError(
  400,
  'BAD_REQUEST',
  'You can send the moderators up to {limit} messages an hour. Try again later.',
)
export const waitForReply = apiError(
  400,
  'BAD_REQUEST',
  'You can send up to {limit} messages in a row. Wait until the moderators reply.',
)
export const tooManyConversations = apiError(
  400,
  'BAD_REQUEST',
  'You can start up to {limit} conversations with the moderators a day. Try again tomorrow.',
)
export const moderatorsBusy = apiError(
  400,
  'BAD_REQUEST',
  'The moderators have too many open conversations right now. Try again in a few days.',
)
/** Errors for messages to the moderators. */
export const messageErrors = [tooManyMessages, waitForReply, tooManyConversations, moderatorsBusy]

export const noSuchConversation = apiError(404, 'BAD_REQUEST', 'This conversation does not exist')
export const conversationChanged = apiError(
  400,
  'MODMAIL_CHANGED',
  'There’s a newer message in this conversation. Read it before you reply.',
)
export const conversationClosed = apiError(
  400,
  'MODMAIL_CLOSED',
  'This conversation is closed. Reopen it before you reply.',
)
export const personDeactivated = apiError(400, 'BAD_REQUEST', 'This person’s account is deactivated')
export const notAppeal = apiError(400, 'BAD_REQUEST', 'This isn’t an appeal, or the ban has already been lifted')
export const hasOpenConversation = apiError(
  400,
  'BAD_REQUEST',
  'This person has started another conversation. Reply there instead.',
)
