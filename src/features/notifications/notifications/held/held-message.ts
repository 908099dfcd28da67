import type { ConversationId, GroupId, MessageId, UserId } from '#contract'
import type { DigestKind } from '../../../people/quiet-times/wire.ts'
import type { Trigger } from '../triggers.ts'

/** A held notification whose message is still unread at the end of do not disturb. */
export interface HeldMessage {
  readonly user_id: UserId
  readonly message_id: MessageId
  readonly kind: DigestKind
  /** The reasons for which it would have been sent when it came; null for none. */
  readonly push: Trigger | null
  readonly email: Trigger | null
  readonly group_id: GroupId | null
  readonly conversation_id: ConversationId
  readonly topic: string
  readonly sender_id: UserId
  readonly sent_at: Date
  /** Null in a channel. */
  readonly member_ids: UserId[] | null
}
