import type { MessageId, UserId } from '#contract'
import { anyOf, countRows, type NewRow, type Row, type Tx } from '#platform/db'

export type Stored = Row<'message_report'>

export async function insert(tx: Tx, row: NewRow<'message_report'>): Promise<number> {
  return (await tx.insertInto('message_report').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export interface Wanted {
  readonly before?: number | undefined
  readonly state?: string | undefined
  readonly authorId?: UserId | undefined
  readonly reporterId?: UserId | undefined
  readonly limit: number
}

export const list = (
  tx: Tx,
  orgId: number,
  { before, state, authorId, reporterId, limit }: Wanted,
): Promise<Stored[]> => {
  let query = tx.selectFrom('message_report').selectAll().where('org_id', '=', orgId)
  if (before !== undefined) query = query.where('id', '<', before)
  if (state !== undefined) query = query.where('state', '=', state)
  if (authorId !== undefined) query = query.where('author_id', '=', authorId)
  if (reporterId !== undefined) query = query.where('reporter_id', '=', reporterId)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** Reports of these messages that weren't dismissed. */
export const about = (tx: Tx, orgId: number, authorId: UserId, messageIds: readonly MessageId[]) =>
  tx
    .selectFrom('message_report')
    .select(['message_id', 'notice_id'])
    .where('org_id', '=', orgId)
    .where('author_id', '=', authorId)
    .where('message_id', '=', anyOf(messageIds))
    .where('state', '<>', 'dismissed')
    .execute()

const openOf = (tx: Tx, authorId: UserId, messageIds: readonly MessageId[]) =>
  tx
    .selectFrom('message_report')
    .where('author_id', '=', authorId)
    .where('message_id', '=', anyOf(messageIds))
    .where('state', '=', 'open')

/** The open reports of these messages, oldest first. */
export const openAbout = (tx: Tx, authorId: UserId, messageIds: readonly MessageId[]): Promise<Stored[]> =>
  openOf(tx, authorId, messageIds).selectAll().orderBy('id').execute()

/** The people whose reports of a message are open, except those who reported the same text before and were dismissed. */
export const openReporters = async (tx: Tx, authorId: UserId, messageId: MessageId): Promise<UserId[]> =>
  (
    await openOf(tx, authorId, [messageId])
      .select('reporter_id')
      .distinct()
      .where('rule_name', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('message_report as earlier')
              .select('earlier.id')
              .where('earlier.state', '=', 'dismissed')
              .whereRef('earlier.author_id', '=', 'message_report.author_id')
              .whereRef('earlier.message_id', '=', 'message_report.message_id')
              .whereRef('earlier.reporter_id', '=', 'message_report.reporter_id')
              .whereRef('earlier.content', '=', 'message_report.content'),
          ),
        ),
      )
      .execute()
  ).map(({ reporter_id }) => reporter_id)

/** Whether a rule's report of a message is open. */
export const isReportedByRule = async (tx: Tx, authorId: UserId, messageId: MessageId): Promise<boolean> =>
  (await openOf(tx, authorId, [messageId])
    .select('id')
    .where('rule_name', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const byId = (tx: Tx, orgId: number, id: number): Promise<Stored | undefined> =>
  tx.selectFrom('message_report').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

const countOf = (rows: { count: number | string | bigint } | undefined) => Number(rows?.count ?? 0)

export const countOpen = async (tx: Tx, orgId: number): Promise<number> =>
  countOf(
    await tx
      .selectFrom('message_report')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('org_id', '=', orgId)
      .where('state', '=', 'open')
      .executeTakeFirst(),
  )

/** The open reports of a reporter; `authorIds`: only those about these accounts. */
export async function countOpenOf(tx: Tx, reporterId: UserId, authorIds?: readonly UserId[]): Promise<number> {
  const query = tx
    .selectFrom('message_report')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('reporter_id', '=', reporterId)
    .where('state', '=', 'open')
  return countOf(
    await (authorIds === undefined ? query : query.where('author_id', '=', anyOf(authorIds))).executeTakeFirst(),
  )
}

type Change = Pick<Stored, 'state' | 'handled_by' | 'handled_at' | 'action' | 'note'>

export const change = (tx: Tx, ids: readonly number[], values: Change): Promise<unknown> =>
  tx.updateTable('message_report').set(values).where('id', '=', anyOf(ids)).execute()

/** Deletes the oldest handled reports beyond the limit. */
export async function removeBeyond(tx: Tx, orgId: number, kept: number): Promise<void> {
  if ((await countRows(tx, 'message_report', 'org_id', orgId)) <= kept) return
  const { id } = (await tx
    .selectFrom('message_report')
    .select('id')
    .where('org_id', '=', orgId)
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst()) ?? { id: 0 }
  await tx
    .deleteFrom('message_report')
    .where('org_id', '=', orgId)
    .where('id', '<=', id)
    .where('state', '!=', 'open')
    .execute()
}

export async function forgetTexts(tx: Tx, userId: UserId): Promise<void> {
  await tx.updateTable('message_report').set({ content: '' }).where('author_id', '=', userId).execute()
  await tx.updateTable('message_report').set({ description: '' }).where('reporter_id', '=', userId).execute()
}
