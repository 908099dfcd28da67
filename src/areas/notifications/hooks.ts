import type { GroupId, MessageId, UserId } from '#contract'
import { hook } from '#platform/serve'
import type { EditedMessage } from '../messages/hooks.ts'
import type { DigestKind } from '../quiet-times/wire.ts'
import type { HeldMessage } from './held/held-message.ts'
import type { Trigger } from './triggers.ts'

export type { HeldMessage }

/*
 * Who is to be notified of messages, for whatever carries notifications.
 *
 *   import { messageMissed, notificationsWithdrawn } from '../notifications/hooks.ts'
 *   messageMissed.tap(async (act, { message, people }) => { ... })
 *   notificationsWithdrawn.tap(async (act, { userIds, messageIds }) => { ... })
 *
 * Both run inside the act that sends, edits, reads or deletes: what a listener writes there (rows of an outbox, in one
 * statement for all people, by `act.insertLater` or `act.tx`) is committed with the message or not at all. They are
 * called only when there is somebody to notify, or something to withdraw. Nothing slow belongs in a listener. Who has a
 * quiet time hears of nothing until `quietTimesOver`, once for all that came meanwhile.
 */

/** A message that some people are to hear of. */
export type MissedMessage = Omit<EditedMessage, 'contentBefore' | 'flags' | 'flagsBefore' | 'channelWildcardBefore'>

/** One person who is to hear of it: by a mobile push, by mail, or both; never neither. */
export interface Missing {
  readonly userId: UserId
  /** The strongest reason for a push; null for none. The person's devices are for the listener to find. */
  readonly push: Trigger | null
  /** The strongest reason for a mail; null for none. */
  readonly email: Trigger | null
  /** Of a mention through a group and not in person: the group. */
  readonly mentionedGroupId: GroupId | null
}

/** One person in whose quiet time a message came: nothing of it goes out before that is over. */
export interface Held extends Missing {
  readonly quietUntil: Date
  readonly kind: DigestKind
}

export interface Missed {
  readonly message: MissedMessage
  readonly people: readonly Missing[]
}

/** A message was sent, or an edit calls people whom the text before did not; nobody twice for the same message. */
export const messageMissed = hook<[Missed]>()

export interface Withdrawn {
  /** `everyone`: whoever was notified of the messages. */
  readonly userIds: readonly UserId[] | 'everyone'
  /** `all`: whatever these people were notified of. */
  readonly messageIds: readonly MessageId[] | 'all'
  readonly reason: 'read' | 'deleted' | 'unmentioned'
}

/** Messages need no notification any more; most of them never had one. */
export const notificationsWithdrawn = hook<[Withdrawn]>()

/** Quiet times of people are over: what each of them has not read, at least one message, ascending. Runs in an act. */
export const quietTimesOver = hook<[ReadonlyMap<UserId, readonly HeldMessage[]>]>()
