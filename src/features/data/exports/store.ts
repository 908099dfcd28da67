import type { Changes, NewRow, Row, Tx } from '#platform/db'
import { dueRows } from '#platform/timer'

export type ExportRow = Row<'realm_export'>

export const list = (tx: Tx, orgId: number): Promise<ExportRow[]> =>
  tx.selectFrom('realm_export').selectAll().where('org_id', '=', orgId).orderBy('id').execute()

export const find = (tx: Tx, orgId: number, id: number): Promise<ExportRow | undefined> =>
  tx.selectFrom('realm_export').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'realm_export'>): Promise<ExportRow> =>
  tx.insertInto('realm_export').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (tx: Tx, id: number, changes: Changes<'realm_export'>): Promise<unknown> =>
  tx.updateTable('realm_export').set(changes).where('id', '=', id).execute()

export const wanted = dueRows({ table: 'realm_export', evenInClosed: true })

/**
 * Takes the oldest due request, which becomes due again at `until` unless the archive is complete by then. Takes none
 * while another of the organization is being created.
 */
export function take(tx: Tx, orgId: number, now: Date, until: Date): Promise<ExportRow | undefined> {
  return tx
    .updateTable('realm_export')
    .set(({ eb }) => ({ due_at: until, attempts: eb('attempts', '+', 1), percent: 0 }))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('realm_export')
        .select('id')
        .where('org_id', '=', orgId)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('realm_export')
            .select('id')
            .where('org_id', '=', orgId)
            .where('due_at', '>', now)
            .where('attempts', '>', 0),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
}

export const hasten = (tx: Tx, orgId: number, now: Date): Promise<unknown> =>
  tx
    .updateTable('realm_export')
    .set({ due_at: now })
    .where('org_id', '=', orgId)
    .where('due_at', '>', now)
    .where('attempts', '=', 0)
    .execute()
