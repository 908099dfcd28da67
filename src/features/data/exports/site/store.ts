import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, lowered, type Tx } from '#platform/db'

interface Placed {
  id: MessageId
  topic: string
  sent_at: Date
}

export const placedMessages = (
  tx: Tx,
  conversationId: ConversationId,
  after: number,
  upTo: number,
  limit: number,
): Promise<Placed[]> =>
  tx
    .selectFrom('message')
    .select(['id', 'topic', 'sent_at'])
    .where('conversation_id', '=', conversationId)
    .where('id', '>', after as MessageId)
    .where('id', '<=', upTo as MessageId)
    .orderBy('id')
    .limit(limit)
    .execute()

interface ShownMessage {
  id: MessageId
  sender_id: UserId
  rendered_content: string
  sent_at: Date
  last_edited_at: Date | null
}

export const topicMessages = (
  tx: Tx,
  conversationId: ConversationId,
  topic: string,
  from: number,
  upTo: number,
  limit: number,
): Promise<ShownMessage[]> =>
  tx
    .selectFrom('message')
    .select(['id', 'sender_id', 'rendered_content', 'sent_at', 'last_edited_at'])
    .where('conversation_id', '=', conversationId)
    .where(({ fn }) => fn<string>('lower', ['topic']), '=', lowered(topic))
    .where('id', '>=', from as MessageId)
    .where('id', '<=', upTo as MessageId)
    .orderBy('id')
    .limit(limit)
    .execute()

interface ShownReaction {
  message_id: MessageId
  emoji_name: string
  emoji_code: string
  reaction_type: string
  count: number
}

export const reactionsOf = (tx: Tx, ids: readonly MessageId[]): Promise<ShownReaction[]> =>
  tx
    .selectFrom('reaction')
    .select(({ fn }) => [
      'message_id',
      'emoji_code',
      'reaction_type',
      fn.min('emoji_name').as('emoji_name'),
      fn.countAll<number>().as('count'),
    ])
    .where('message_id', '=', anyOf(ids))
    .groupBy(['message_id', 'emoji_code', 'reaction_type'])
    .orderBy('message_id')
    .orderBy(({ fn }) => fn.min('id'))
    .execute()

export interface HeldFile {
  id: number
  path_id: string
  name: string
}

export const filesOf = (tx: Tx, ids: readonly MessageId[]): Promise<HeldFile[]> =>
  tx
    .selectFrom('attachment')
    .innerJoin('attachment_message', 'attachment_message.attachment_id', 'attachment.id')
    .select(['attachment.id', 'attachment.path_id', 'attachment.name'])
    .distinct()
    .where('attachment_message.message_id', '=', anyOf(ids))
    .orderBy('attachment.id')
    .execute()
