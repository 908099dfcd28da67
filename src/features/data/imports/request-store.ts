import type { NewRow, Row, Tx } from '#platform/db'
import { dueRows } from '#platform/timer'

export type RequestRow = Row<'import_request'>

/** Newest first. */
export const list = (tx: Tx, orgId: number, limit: number): Promise<RequestRow[]> =>
  tx.selectFrom('import_request').selectAll().where('org_id', '=', orgId).orderBy('id', 'desc').limit(limit).execute()

export const find = (tx: Tx, orgId: number, id: number): Promise<RequestRow | undefined> =>
  tx.selectFrom('import_request').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const open = (tx: Tx, orgId: number): Promise<RequestRow | undefined> =>
  tx
    .selectFrom('import_request')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('outcome', 'is', null)
    .executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'import_request'>): Promise<RequestRow> =>
  tx.insertInto('import_request').values(row).returningAll().executeTakeFirstOrThrow()

/** Undefined if it has ended. */
export const update = (
  tx: Tx,
  id: number,
  changes: Partial<
    Pick<
      RequestRow,
      | 'attempts'
      | 'due_at'
      | 'phase'
      | 'percentage'
      | 'messages'
      | 'found'
      | 'report_size'
      | 'ended_at'
      | 'outcome'
      | 'problem'
    >
  >,
): Promise<RequestRow | undefined> =>
  tx
    .updateTable('import_request')
    .set(changes)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const wanted = dueRows({ table: 'import_request' })

/** Takes a due request, which becomes due again at `until` unless it has ended by then. */
export const take = (tx: Tx, orgId: number, now: Date, until: Date): Promise<RequestRow | undefined> =>
  tx
    .updateTable('import_request')
    .set(({ eb, fn, val }) => ({
      due_at: until,
      attempts: eb('attempts', '+', 1),
      started_at: fn.coalesce('started_at', val(now)),
    }))
    .where('org_id', '=', orgId)
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

export const removeOldest = async (tx: Tx, orgId: number, kept: number): Promise<RequestRow[]> =>
  tx
    .deleteFrom('import_request')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('import_request').select('id').where('org_id', '=', orgId).orderBy('id', 'desc').offset(kept),
    )
    .returningAll()
    .execute()
