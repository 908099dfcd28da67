import type { NewRow, Row, Tx } from '#platform/db'
import { dueRows } from '#platform/timer'

export type RunRow = Row<'directory_run'>

/** Newest first. */
export const list = (tx: Tx, orgId: number, limit: number): Promise<RunRow[]> =>
  tx.selectFrom('directory_run').selectAll().where('org_id', '=', orgId).orderBy('id', 'desc').limit(limit).execute()

export const find = (tx: Tx, orgId: number, id: number): Promise<RunRow | undefined> =>
  tx.selectFrom('directory_run').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const open = (tx: Tx, orgId: number): Promise<RunRow | undefined> =>
  tx.selectFrom('directory_run').selectAll().where('org_id', '=', orgId).where('outcome', 'is', null).executeTakeFirst()

/** The last run that wasn't a dry run. */
export const lastInEarnest = (tx: Tx, orgId: number): Promise<RunRow | undefined> =>
  tx
    .selectFrom('directory_run')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('dry_run', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'directory_run'>): Promise<RunRow> =>
  tx.insertInto('directory_run').values(row).returningAll().executeTakeFirstOrThrow()

export type RunChanges = Partial<
  Pick<RunRow, 'attempts' | 'due_at' | 'phase' | 'people' | 'found' | 'ended_at' | 'outcome' | 'problem'>
>

/** Undefined if it has ended. */
export const update = (tx: Tx, id: number, changes: RunChanges): Promise<RunRow | undefined> =>
  tx
    .updateTable('directory_run')
    .set(changes)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const wanted = dueRows({ table: 'directory_run' })

/** Takes a due run, which becomes due again at `until` unless it has ended by then. */
export const take = (tx: Tx, orgId: number, now: Date, until: Date): Promise<RunRow | undefined> =>
  tx
    .updateTable('directory_run')
    .set(({ eb, fn, val }) => ({
      due_at: until,
      attempts: eb('attempts', '+', 1),
      started_at: fn.coalesce('started_at', val(now)),
    }))
    .where('org_id', '=', orgId)
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

export const removeOldest = (tx: Tx, orgId: number, kept: number): Promise<unknown> =>
  tx
    .deleteFrom('directory_run')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('directory_run').select('id').where('org_id', '=', orgId).orderBy('id', 'desc').offset(kept),
    )
    .execute()
