import { apiError } from '#contract'

const code = 'MESSAGE_REFUSED'

/* The fields are `rule` and, for those with a number, `limit`. */

export const noLinksYet = apiError(400, code, "New members can't post links yet.")
export const tooManyLinks = apiError(400, code, 'Too many links: new members can post at most {limit} in a message.')
export const noFilesYet = apiError(400, code, "New members can't post files yet.")
export const noMentionsYet = apiError(400, code, "New members can't mention people yet.")
export const tooManyMentions = apiError(
  400,
  code,
  'Too many mentions: new members can use at most {limit} in a message.',
)
export const noTopicsYet = apiError(400, code, "New members can't start topics yet.")
export const tooManyTopics = apiError(400, code, 'Too many new topics: new members can start at most {limit} a day.')
export const tooManyMessages = apiError(
  400,
  code,
  'Too many messages: new members can send at most {limit} a minute. Try again in a minute.',
)
export const noConversationsYet = apiError(
  400,
  code,
  "New members can't start direct conversations yet, except with moderators.",
)
export const tooManyConversations = apiError(
  400,
  code,
  'Too many new conversations: new members can start at most {limit} a day.',
)

/** Errors of endpoints that check what a message contains, but don't count it. */
export const newcomerContentErrors = [noLinksYet, tooManyLinks, noFilesYet, noMentionsYet, tooManyMentions]

/** Errors of endpoints that change a message's text or move it. */
export const newcomerEditErrors = [...newcomerContentErrors, noTopicsYet, tooManyTopics]

/** Errors of endpoints that send messages. */
export const newcomerErrors = [...newcomerEditErrors, tooManyMessages, noConversationsYet, tooManyConversations]
