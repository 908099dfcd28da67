import type { ConversationId, MessageId, UserId } from '#contract'
import type { Rendered } from '#platform/markdown'
import { hook } from '#platform/serve'
import type { Channel } from '../channels/channel.ts'
import type { Account } from '../users/account.ts'
import type { StoredReaction } from './reactions/store.ts'
import type { Recipient } from './recipient.ts'
import type { NewFlags } from './store/flags.ts'

/*
 * What becomes of messages after they were sent, for areas that keep something beside them. Each runs in the
 * transaction of the change.
 */

interface ReadMessages {
  readonly userIds: readonly UserId[]
  /** `all`: everything that there is for these people. */
  readonly messageIds: readonly MessageId[] | 'all'
}

/** After messages were read by people who had not read them: by themselves, or because they do not count any more. */
export const messagesRead = hook<[ReadMessages]>()

/** After somebody, who acts, reacted to a message. */
export const reacted = hook<[message: { readonly sender_id: UserId }]>()

/** After somebody answered an interactive message. */
export const interactiveAnswered =
  hook<[answer: { readonly message: AnsweredMessage; readonly submessageId: number }]>()

interface AnsweredMessage {
  readonly id: MessageId
  /** The bot that asks. */
  readonly sender_id: UserId
}

/** A reaction that has come or gone. */
export interface ChangedReaction {
  readonly messageId: MessageId
  /** Who has written the message. */
  readonly senderId: UserId
  readonly reaction: StoredReaction
  readonly op: 'add' | 'remove'
}

/** After somebody reacted to a message, or has taken that back. */
export const reactionChanged = hook<[ChangedReaction]>()

/** After somebody, who acts, has changed a flag of messages of their own; ascending. */
export const flagsChanged = hook<[change: { flag: string; op: 'add' | 'remove'; messageIds: readonly MessageId[] }]>()

/** After messages were deleted, for everybody. */
export const messagesDeleted = hook<[messageIds: readonly MessageId[]]>()

/** Messages that are in another topic now, or in another channel. */
export interface MovedMessages {
  /** Ascending. */
  readonly ids: readonly MessageId[]
  readonly from: Channel
  readonly to: Channel
  readonly topicBefore: string
  readonly topic: string
  /** No message of the topic is left behind. */
  readonly isWhole: boolean
  /** The new place had messages before, or is the old one in other letters. */
  readonly joins: boolean
}

/** After messages were moved, before anybody is told. */
export const messagesMoved = hook<[MovedMessages]>()

/** A message whose text has changed, as it is now. */
export interface EditedMessage {
  readonly id: MessageId
  readonly conversationId: ConversationId
  readonly sender: Account
  readonly recipient: Recipient
  /** Empty for direct messages, and in the topic without a name. */
  readonly topic: string
  readonly content: string
  readonly contentBefore: string
  readonly rendered: Rendered
  readonly sentAt: Date
  /** To whom it is something special now. */
  readonly flags: readonly NewFlags[]
  /** To whom it was, by the text before. */
  readonly flagsBefore: readonly NewFlags[]
  readonly channelWildcardBefore: boolean
}

/** After the text of a message was changed. */
export const messageEdited = hook<[EditedMessage]>()

/** A message that somebody has reported to moderators. */
export interface ReportedMessage {
  readonly messageId: MessageId
  /** The message by which moderators were told. */
  readonly noticeId: MessageId
  readonly reporterId: UserId
  readonly authorId: UserId
  /** A key of `serverReportMessageTypes`. */
  readonly kind: string
  readonly description: string
  /** Of the message, as it is now. */
  readonly content: string
}

/** After a message was reported, and moderators were told. */
export const messageReported = hook<[ReportedMessage]>()
