import { seconds } from '#contract'
import type { NewRow, Row, Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import { lockdownSlowSecs, newAccountMs } from './limits.ts'
import type { Lockdown } from './wire.ts'

export type Stored = Row<'lockdown'>

export const joinedSince = ({ started_at }: Pick<Stored, 'started_at'>): Date =>
  new Date(started_at.getTime() - newAccountMs)

export const toWire = (row: Stored): Lockdown => ({
  started_at: seconds(row.started_at),
  until: seconds(row.until),
  reason: row.reason,
  joined_since: seconds(joinedSince(row)),
  slow_mode_seconds: lockdownSlowSecs,
})

/** The current or most recent lockdown. */
export const newest = (tx: Tx, orgId: number): Promise<Stored | undefined> =>
  tx.selectFrom('lockdown').selectAll().where('org_id', '=', orgId).orderBy('id', 'desc').limit(1).executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'lockdown'>): Promise<Stored> =>
  tx.insertInto('lockdown').values(row).returningAll().executeTakeFirstOrThrow()

type Change = Partial<Pick<Stored, 'until' | 'due_at' | 'reason' | 'ended_at' | 'ended_by'>>

export const change = (tx: Tx, id: number, values: Change): Promise<Stored> =>
  tx.updateTable('lockdown').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const removeAll = (tx: Tx, orgId: number): Promise<unknown> =>
  tx.deleteFrom('lockdown').where('org_id', '=', orgId).execute()

export const ending = dueRows({ table: 'lockdown' })
