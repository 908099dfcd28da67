import { apiError } from '#contract'

/** Not the author's mistake: the message is stored as `held_id`, and resending it returns the same ID. */
export const messageHeld = apiError(
  400,
  'MESSAGE_HELD',
  "A moderator will review this message first. You don't need to send it again.",
)
/** The fields are `rule` and `limit`. */
export const tooManyHeld = apiError(
  400,
  'MESSAGE_REFUSED',
  'Too many of your messages are waiting for a moderator. Wait until a moderator has reviewed some of them.',
)
/** For messages that can't be held, such as scheduled ones. The field is `rule`. */
export const cannotHold = apiError(
  400,
  'MESSAGE_REFUSED',
  "New members can't post this way until a moderator has reviewed their first messages.",
)
/** Editing would bypass review. The field is `rule`. */
export const cannotEditYet = apiError(
  400,
  'MESSAGE_REFUSED',
  "New members can't edit messages in public channels until a moderator has reviewed their first messages.",
)

export const noSuchHeldMessage = apiError(404, 'BAD_REQUEST', 'This message is no longer waiting for a moderator')
export const authorGone = apiError(400, 'BAD_REQUEST', "The author's account is deactivated")

/** Errors of `POST /messages`. */
export const heldErrors = [messageHeld, tooManyHeld, cannotHold]
