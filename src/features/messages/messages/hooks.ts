import type { ConversationId, MessageId, UserId } from '#contract'
import type { Rendered } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { extensionPoint, hook } from '#platform/serve'
import type { Channel } from '../../channels/channels/channel.ts'
import type { Account } from '../../people/users/account.ts'
import type { ReadableMessage } from './access/readable.ts'
import type { StoredReaction } from './reactions/store.ts'
import type { Recipient } from './recipient.ts'
import type { NewFlags } from './store/flags.ts'

/* Hooks for features that store data about messages. Each runs in the transaction of the change. */

interface ReadMessages {
  readonly userIds: readonly UserId[]
  /** `all`: every message of these users. */
  readonly messageIds: readonly MessageId[] | 'all'
}

/** Unread messages were marked as read, by the users or because they can't be unread anymore. */
export const messagesRead = hook<[ReadMessages]>()

interface ReactedMessage {
  readonly id: MessageId
  readonly conversation_id: ConversationId
  readonly sender_id: UserId
}

/** Emitted after the acting user adds a reaction. */
export const reacted = hook<[message: ReactedMessage, reaction: StoredReaction]>()

interface InteractiveAnswer {
  readonly message: ReadableMessage
  readonly submessageId: number
  /** JSON, as stored. */
  readonly content: string
}

/** Called after the acting user's answer was stored. Throw to refuse it. */
export const interactiveAnswered = hook<[InteractiveAnswer]>()

export interface ChangedReaction {
  readonly messageId: MessageId
  readonly senderId: UserId
  readonly reaction: StoredReaction
  readonly op: 'add' | 'remove'
}

export const reactionChanged = hook<[ChangedReaction]>()

export const flagsChanged = hook<[change: { flag: string; op: 'add' | 'remove'; messageIds: readonly MessageId[] }]>()

export const messagesDeleted = hook<[messageIds: readonly MessageId[]]>()

export interface MovedMessages {
  /** Ascending. */
  readonly ids: readonly MessageId[]
  readonly from: Channel
  readonly to: Channel
  readonly topicBefore: string
  readonly topic: string
  /** No message is left in the topic. */
  readonly isWhole: boolean
  /** The destination topic had messages before, or differs only in case. */
  readonly joins: boolean
}

/** Called before the events are emitted. */
export const messagesMoved = hook<[MovedMessages]>()

export interface EditedMessage {
  readonly id: MessageId
  readonly conversationId: ConversationId
  readonly sender: Account
  readonly recipient: Recipient
  /** Empty for direct messages and the empty topic. */
  readonly topic: string
  readonly content: string
  readonly contentBefore: string
  readonly rendered: Rendered
  readonly sentAt: Date
  /** Flags from mentions in the new text. */
  readonly flags: readonly NewFlags[]
  /** Flags from mentions in the old text. */
  readonly flagsBefore: readonly NewFlags[]
  readonly channelWildcardBefore: boolean
}

export const messageEdited = hook<[EditedMessage]>()

export interface ReportedMessage {
  readonly messageId: MessageId
  readonly noticeId: MessageId
  readonly reporterId: UserId
  readonly authorId: UserId
  /** A key of `serverReportMessageTypes`. */
  readonly kind: string
  readonly description: string
  readonly content: string
}

/** Called after a message is held for review, or refused by a limit or rule. Implemented by moderation. */
export const messageBlocked = extensionPoint(async (_org: Organization, _userId: UserId): Promise<void> => {})

/** Called after the notice was posted. */
export const messageReported = hook<[ReportedMessage]>()
