import type { GroupId, MessageId, UserId } from '#contract'
import { hook } from '#platform/serve'
import type { EditedMessage } from '../../messages/messages/hooks.ts'
import type { DigestKind } from '../../people/quiet-times/wire.ts'
import type { HeldMessage } from './held/held-message.ts'
import type { Trigger } from './triggers.ts'

export type { HeldMessage }

/*
 * Hooks for features that deliver notifications of messages.
 *
 *   import { messageMissed, notificationsWithdrawn } from './hooks.ts'
 *   messageMissed.handledBy(async (mutation, { message, people }) => { ... })
 *   notificationsWithdrawn.handledBy(async (mutation, { userIds, messageIds }) => { ... })
 *
 * Both run inside the mutation that sends, edits, reads, or deletes: what a listener writes there (rows of an outbox, in one
 * statement for all users, by `mutation.insertLater` or `mutation.tx`) is committed with the message or not at all. They're
 * called only if there is something to send or withdraw. Keep listeners fast. Users with do not disturb on get
 * `quietTimesOver` instead, once for everything they missed.
 */

export type MissedMessage = Omit<EditedMessage, 'contentBefore' | 'flags' | 'flagsBefore' | 'channelWildcardBefore'>

/** A user to notify by push, email, or both; at least one is set. */
export interface Missing {
  readonly userId: UserId
  /** The strongest reason for a push; null for none. The listener looks up the user's devices. */
  readonly push: Trigger | null
  /** The strongest reason for an email; null for none. */
  readonly email: Trigger | null
  /** The group, for a mention through a group only. */
  readonly mentionedGroupId: GroupId | null
}

/** A user with do not disturb on: nothing is sent before it ends. */
export interface Held extends Missing {
  readonly quietUntil: Date
  readonly kind: DigestKind
}

export interface Missed {
  readonly message: MissedMessage
  readonly people: readonly Missing[]
}

/** A message was sent, or an edit mentions more users; at most once per user and message. */
export const messageMissed = hook<[Missed]>()

export interface Withdrawn {
  /** `everyone`: all users notified of the messages. */
  readonly userIds: readonly UserId[] | 'everyone'
  /** `all`: every message the users were notified of. */
  readonly messageIds: readonly MessageId[] | 'all'
  readonly reason: 'read' | 'deleted' | 'unmentioned'
}

/** Messages don't need notifications anymore; most never had any. */
export const notificationsWithdrawn = hook<[Withdrawn]>()

/** Do not disturb ended for users: the unread messages of each, at least one, ascending. Runs in a mutation. */
export const quietTimesOver = hook<[ReadonlyMap<UserId, readonly HeldMessage[]>]>()
