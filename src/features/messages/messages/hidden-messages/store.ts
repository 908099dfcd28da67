import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, type Row, sql, type Tx } from '#platform/db'

type Stored = Row<'hidden_message'>

/** A hidden message as it was archived. */
export interface HiddenMessage {
  readonly id: MessageId
  readonly author_id: UserId
  readonly conversation_id: ConversationId
  readonly topic: string
  readonly content: string
  readonly sent_at: Date
  readonly hidden_at: Date
}

const hidden = (tx: Tx, orgId: number) =>
  tx
    .selectFrom('hidden_message as h')
    .innerJoin('deleted_message as d', 'd.id', 'h.message_id')
    .select([
      'd.id',
      'h.author_id',
      'h.hidden_at',
      sql<ConversationId>`(d.message->>'conversation_id')::bigint`.as('conversation_id'),
      sql<Date>`(d.message->>'sent_at')::timestamptz`.as('sent_at'),
      sql<string>`d.message->>'topic'`.as('topic'),
      sql<string>`d.message->>'content'`.as('content'),
    ])
    .where('h.org_id', '=', orgId)
    .where('h.restored_at', 'is', null)

/** Those of these messages that no moderator has decided about. */
export const undecidedAmong = (tx: Tx, orgId: number, ids: readonly MessageId[]): Promise<HiddenMessage[]> =>
  hidden(tx, orgId).where('h.message_id', '=', anyOf(ids)).execute()

/** Hidden messages by a person or bot, oldest first. */
export const undecidedOf = (tx: Tx, orgId: number, authorId: UserId): Promise<HiddenMessage[]> =>
  hidden(tx, orgId).where('h.author_id', '=', authorId).orderBy('h.message_id').execute()

export const find = (tx: Tx, messageId: MessageId): Promise<Stored | undefined> =>
  tx.selectFrom('hidden_message').selectAll().where('message_id', '=', messageId).executeTakeFirst()

/** Also forgets earlier decisions about the message, and about messages that are gone for good. */
export async function insert(tx: Tx, row: Stored): Promise<void> {
  await remove(tx, [row.message_id])
  await tx
    .deleteFrom('hidden_message as h')
    .where('h.org_id', '=', row.org_id)
    .where('h.restored_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('message as m').select('m.id').whereRef('m.id', '=', 'h.message_id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('deleted_message as d').select('d.id').whereRef('d.id', '=', 'h.message_id'))),
    )
    .execute()
  await tx.insertInto('hidden_message').values(row).execute()
}

interface TopicPlace {
  readonly conversationId: ConversationId
  readonly topic: string
}

/** Moves undecided messages to another topic. */
export async function moveUndecided(tx: Tx, orgId: number, from: TopicPlace, to: TopicPlace): Promise<void> {
  await tx
    .updateTable('deleted_message')
    .set({
      message: sql`message || jsonb_build_object('conversation_id', ${to.conversationId}::bigint, 'topic', ${to.topic}::text)`,
    })
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('hidden_message').select('message_id').where('org_id', '=', orgId).where('restored_at', 'is', null),
      ),
    )
    .where(sql<boolean>`(message->>'conversation_id')::bigint = ${from.conversationId}::bigint`)
    .where(sql<boolean>`lower(message->>'topic') = lower(${from.topic}::text)`)
    .execute()
}

/** For messages that a moderator restores, or deletes in a way that can be undone. */
export async function markDecided(tx: Tx, messageIds: readonly MessageId[], now: Date): Promise<void> {
  await tx.updateTable('hidden_message').set({ restored_at: now }).where('message_id', '=', anyOf(messageIds)).execute()
}

export async function remove(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
  await tx.deleteFrom('hidden_message').where('message_id', '=', anyOf(messageIds)).execute()
}

export async function removeAllOf(tx: Tx, authorId: UserId): Promise<void> {
  await tx.deleteFrom('hidden_message').where('author_id', '=', authorId).execute()
}

/** The texts of an organization's hidden messages with files. */
export const textsWithFiles = async (tx: Tx, orgId: number): Promise<string[]> =>
  (await hidden(tx, orgId).where(sql<boolean>`(d.message->>'has_attachment')::boolean`).execute()).map(
    ({ content }) => content,
  )
