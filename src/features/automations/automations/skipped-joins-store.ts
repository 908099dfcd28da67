import { anyTextOf, type Changes, insertRows, type NewRow, type Row, sql, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import { maxSkippedPeople } from './limits.ts'

export type SkippedJoin = Row<'automation_skipped_join'>

export const due = dueRows({ table: 'automation_skipped_join' })

/** Joins that a manager hasn't started. */
export async function count(tx: Tx, automationId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('automation_skipped_join')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('automation_id', '=', automationId)
    .where('is_started', '=', false)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insert = (tx: Tx, rows: readonly NewRow<'automation_skipped_join'>[]): Promise<unknown> =>
  insertRows(tx, 'automation_skipped_join', rows)

/** Which of these joins are stored already. */
export async function storedKeys(tx: Tx, automationId: number, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('automation_skipped_join')
    .select('once_key')
    .where('automation_id', '=', automationId)
    .where('once_key', '=', anyTextOf(keys))
    .execute()
  return new Set(rows.map(({ once_key }) => once_key))
}

export const find = (tx: Tx, id: number): Promise<SkippedJoin | undefined> =>
  tx.selectFrom('automation_skipped_join').selectAll().where('id', '=', id).executeTakeFirst()

export const update = (tx: Tx, id: number, changes: Changes<'automation_skipped_join'>): Promise<unknown> =>
  tx.updateTable('automation_skipped_join').set(changes).where('id', '=', id).execute()

/** When the last of the started joins is due. */
export async function lastStart(tx: Tx, automationId: number): Promise<Date | null> {
  const { last } = await tx
    .selectFrom('automation_skipped_join')
    .select(({ fn }) => fn.max('due_at').as('last'))
    .where('automation_id', '=', automationId)
    .where('is_started', '=', true)
    .executeTakeFirstOrThrow()
  return last as Date | null
}

interface Pace {
  readonly first: Date
  readonly secondsBetween: number
}

/** Returns how many were started. */
export async function start(tx: Tx, automationId: number, { first, secondsBetween }: Pace): Promise<number> {
  const started = await tx
    .updateTable('automation_skipped_join as j')
    .from((db) =>
      db
        .selectFrom('automation_skipped_join')
        .select(['id', sql<number>`row_number() over (order by id) - 1`.as('place')])
        .where('automation_id', '=', automationId)
        .where('is_started', '=', false)
        .limit(maxSkippedPeople)
        .as('waiting'),
    )
    .set({
      is_started: true,
      due_at: sql<Date>`${first}::timestamptz + waiting.place * ${secondsBetween}::int * interval '1 second'`,
    })
    .whereRef('j.id', '=', 'waiting.id')
    .returning('j.id')
    .execute()
  return started.length
}

export const removeOf = (tx: Tx, automationId: number): Promise<unknown> =>
  tx.deleteFrom('automation_skipped_join').where('automation_id', '=', automationId).execute()
