import type { ConversationId, GroupId, MessageId, UserId } from '#contract'
import type { DigestKind } from '../../quiet-times/wire.ts'
import type { Trigger } from '../triggers.ts'

/** A message that was held back from somebody and is unread now that the quiet time is over. */
export interface HeldMessage {
  readonly user_id: UserId
  readonly message_id: MessageId
  readonly kind: DigestKind
  /** The reasons for which it would have gone out when it came; null for none. */
  readonly push: Trigger | null
  readonly email: Trigger | null
  readonly group_id: GroupId | null
  readonly conversation_id: ConversationId
  readonly topic: string
  readonly sender_id: UserId
  readonly sent_at: Date
  /** The people of a direct conversation; null in a channel. */
  readonly member_ids: UserId[] | null
}
