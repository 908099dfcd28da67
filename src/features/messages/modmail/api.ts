import { bool, endpoint, id, int, mustBeModerator, text, z } from '#contract'
import { ownerRequired } from '../../people/users/errors.ts'
import * as errors from './errors.ts'
import { maxModmailLength, maxPage } from './limits.ts'
import { Modmail, ModmailMessage, modmailStates, OwnModmailMessage } from './wire.ts'

export * from './errors.ts'
export * from './states.ts'

const modmail_id = id
const content = text({ trim: true, min: 1, max: maxModmailLength })
const page = {
  /** For paging: only messages older than this ID. */
  before: id.optional(),
  limit: int.min(1).max(maxPage).default(50),
}

export const getOwnModmail = endpoint('GET /users/me/modmail', {
  summary: 'Get your conversations with the moderators',
  caller: 'human',
  params: page,
  result: {
    /** Newest first, from all conversations. */
    messages: z.array(OwnModmailMessage),
    has_more: bool,
    /** Null if your next message starts a new conversation. */
    open_modmail_id: int.nullable(),
  },
})

/** Restricted people can call this too. The message continues the open conversation, or starts a new one. */
export const messageModerators = endpoint('POST /users/me/modmail', {
  summary: 'Send a message to the moderators',
  caller: 'human',
  params: { content },
  result: { modmail_id: int, message_id: int },
  errors: errors.messageErrors,
})

const listed = z.object({
  ...Modmail.shape,
  /** The newest ones, oldest first. */
  messages: z.array(ModmailMessage),
  has_more_messages: bool,
})

/** Each conversation comes with its newest messages. */
export const getModmail = endpoint('GET /modmail', {
  summary: 'Get messages to the moderators by conversation, newest first (moderators only)',
  caller: 'member',
  params: {
    state: z.enum(modmailStates).default('open'),
    /** For paging: only conversations older than this ID. */
    before: id.optional(),
    limit: int.min(1).max(maxPage).default(50),
  },
  result: {
    modmail: z.array(listed),
    has_more: bool,
    /** Number of open conversations in which the moderators haven't replied to the last message. */
    waiting: int,
  },
  errors: [mustBeModerator],
})

export const getModmailMessages = endpoint('GET /modmail/{modmail_id}/messages', {
  summary: 'Get the messages of a conversation with the moderators, newest first (moderators only)',
  caller: 'member',
  params: { modmail_id, ...page },
  result: { modmail: Modmail, messages: z.array(ModmailMessage), has_more: bool },
  errors: [mustBeModerator, errors.noSuchConversation],
})

/**
 * The person gets it as a direct message from the notification bot, without the moderator's name. Replies to appeals are
 * sent by email.
 */
export const replyToModmail = endpoint('POST /modmail/{modmail_id}/reply', {
  summary: 'Reply to a conversation as the moderators (moderators only)',
  caller: 'member',
  audited: true,
  params: {
    modmail_id,
    content,
    /** The newest message you have seen: the request fails if there's a newer one. */
    last_message_id: id.optional(),
    /** Whether to close the conversation. */
    close: bool.default(false),
  },
  result: { message_id: int },
  errors: [
    ...[mustBeModerator, errors.noSuchConversation, errors.conversationClosed],
    ...[errors.conversationChanged, errors.personDeactivated],
  ],
})

export const updateModmail = endpoint('PATCH /modmail/{modmail_id}', {
  summary: 'Close or reopen a conversation with the moderators (moderators only)',
  caller: 'member',
  audited: true,
  params: { modmail_id, state: z.enum(modmailStates) },
  errors: [mustBeModerator, errors.noSuchConversation, errors.hasOpenConversation],
})

/** Reactivates the account, emails the person, and closes the conversation. */
export const liftBan = endpoint('POST /modmail/{modmail_id}/lift_ban', {
  summary: 'Lift the ban of someone who appealed (administrators only)',
  caller: 'administrator',
  audited: true,
  params: {
    modmail_id,
    /** Included in the email. */
    content: text({ trim: true, max: maxModmailLength }).default(''),
  },
  errors: [errors.noSuchConversation, errors.notAppeal, ownerRequired],
})
