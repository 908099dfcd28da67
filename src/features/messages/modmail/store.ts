import type { UserId } from '#contract'
import { anyOf, type NewRow, type Row, type Tx } from '#platform/db'
import type { ModmailState } from './wire.ts'

export type Stored = Row<'modmail'>
export type StoredMessage = Row<'modmail_message'>

interface Page {
  readonly before: number | undefined
  readonly limit: number
}

/** Newest first. */
export function page(tx: Tx, orgId: number, state: ModmailState, { before, limit }: Page): Promise<Stored[]> {
  let query = tx.selectFrom('modmail').selectAll().where('org_id', '=', orgId).where('state', '=', state)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export const find = (tx: Tx, orgId: number, id: number): Promise<Stored | undefined> =>
  tx.selectFrom('modmail').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const openOf = (tx: Tx, userId: UserId): Promise<Stored | undefined> =>
  tx.selectFrom('modmail').selectAll().where('user_id', '=', userId).where('state', '=', 'open').executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'modmail'>): Promise<Stored> =>
  tx.insertInto('modmail').values(row).returningAll().executeTakeFirstOrThrow()

type Change = Partial<Pick<Stored, 'kind' | 'state' | 'unanswered' | 'notice_id' | 'closed_by' | 'closed_at'>>

export const change = (tx: Tx, id: number, values: Change): Promise<Stored> =>
  tx.updateTable('modmail').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const insertMessage = async (tx: Tx, row: NewRow<'modmail_message'>): Promise<number> =>
  (await tx.insertInto('modmail_message').values(row).returning('id').executeTakeFirstOrThrow()).id

/** Newest first. */
export function messages(tx: Tx, id: number, { before, limit }: Page): Promise<StoredMessage[]> {
  let query = tx.selectFrom('modmail_message').selectAll().where('modmail_id', '=', id)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** Of all conversations of a person, newest first. */
export function messagesOf(tx: Tx, userId: UserId, { before, limit }: Page): Promise<StoredMessage[]> {
  let query = tx
    .selectFrom('modmail_message')
    .innerJoin('modmail', 'modmail.id', 'modmail_message.modmail_id')
    .selectAll('modmail_message')
    .where('modmail.user_id', '=', userId)
  if (before !== undefined) query = query.where('modmail_message.id', '<', before)
  return query.orderBy('modmail_message.id', 'desc').limit(limit).execute()
}

/** The newest messages of each conversation, newest first. */
export const newestMessages = (tx: Tx, ids: readonly number[], limit: number): Promise<StoredMessage[]> =>
  tx
    .selectFrom((from) =>
      from
        .selectFrom('modmail_message')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('modmail_id').orderBy('id', 'desc'))
            .as('place'),
        )
        .where('modmail_id', '=', anyOf(ids))
        .as('ranked'),
    )
    .select(['id', 'org_id', 'modmail_id', 'author_id', 'from_moderators', 'content', 'sent_at'])
    .where('place', '<=', limit)
    .orderBy('id', 'desc')
    .execute()

const countOf = (row: { count: number | string | bigint } | undefined) => Number(row?.count ?? 0)

const conversationCount = (tx: Tx) => tx.selectFrom('modmail').select(({ fn }) => fn.countAll().as('count'))
const openCount = (tx: Tx, orgId: number) =>
  conversationCount(tx).where('org_id', '=', orgId).where('state', '=', 'open')

export const countOpen = async (tx: Tx, orgId: number): Promise<number> =>
  countOf(await openCount(tx, orgId).executeTakeFirst())

/** Open conversations in which the moderators haven't replied to the last message. */
export const countWaiting = async (tx: Tx, orgId: number): Promise<number> =>
  countOf(await openCount(tx, orgId).where('unanswered', '>', 0).executeTakeFirst())

/** Conversations that a person started since then. */
export const countStarted = async (tx: Tx, userId: UserId, since: Date): Promise<number> =>
  countOf(await conversationCount(tx).where('user_id', '=', userId).where('opened_at', '>', since).executeTakeFirst())

/** Messages to the moderators since then, by everyone or by one person. */
export async function countWritten(tx: Tx, orgId: number, since: Date, authorId?: UserId): Promise<number> {
  let query = tx
    .selectFrom('modmail_message')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('org_id', '=', orgId)
    .where('from_moderators', '=', false)
    .where('sent_at', '>', since)
  if (authorId !== undefined) query = query.where('author_id', '=', authorId)
  return countOf(await query.executeTakeFirst())
}

/** Deletes the oldest closed conversations beyond the limit. */
export const removeBeyond = (tx: Tx, orgId: number, kept: number): Promise<unknown> =>
  tx
    .deleteFrom('modmail')
    .where('org_id', '=', orgId)
    .where('state', '=', 'closed')
    .where('id', '<=', (query) =>
      query.selectFrom('modmail').select('id').where('org_id', '=', orgId).orderBy('id', 'desc').offset(kept).limit(1),
    )
    .execute()

/** Returns the IDs of the deleted conversations. */
export const removeAll = async (tx: Tx, userId: UserId): Promise<number[]> =>
  (await tx.deleteFrom('modmail').where('user_id', '=', userId).returning('id').execute()).map(({ id }) => id)
