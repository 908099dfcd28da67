import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, type Tx } from '#platform/db'

export const newestPlaces = (
  tx: Tx,
  userId: UserId,
  most: number,
): Promise<{ conversation_id: ConversationId; topic: string }[]> =>
  tx
    .selectFrom('message')
    .select(['conversation_id', 'topic'])
    .where('sender_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

export interface Written {
  id: MessageId
  sender_id: UserId
  may_ask: boolean
}

export const writersOf = (tx: Tx, ids: readonly MessageId[]): Promise<Written[]> =>
  tx
    .selectFrom('message')
    .select(({ eb, fn, or, val }) => [
      'id',
      'sender_id',
      or(['?', '？', '؟'].map((mark) => eb(fn('strpos', ['content', val(mark)]), '>', 0)))
        .$castTo<boolean>()
        .as('may_ask'),
    ])
    .where('id', '=', anyOf(ids))
    .execute()

/** Those of the messages that these users sent. */
export const sentBy = async (
  tx: Tx,
  ids: readonly MessageId[],
  userIds: readonly UserId[],
): Promise<ReadonlySet<MessageId>> => {
  const rows = await tx
    .selectFrom('message')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('sender_id', '=', anyOf(userIds))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export interface Beginning {
  id: MessageId
  sender_id: UserId
  sent_at: Date
  /** Cut to the requested length. */
  html: string
}

/** The first characters of messages as HTML, which may end within a tag. */
export const beginningsOf = (tx: Tx, ids: readonly MessageId[], letters: number): Promise<Beginning[]> =>
  tx
    .selectFrom('message')
    .select((eb) => [
      'id',
      'sender_id',
      'sent_at',
      eb.fn<string>('left', ['rendered_content', eb.val(letters)]).as('html'),
    ])
    .where('id', '=', anyOf(ids))
    .execute()
