import type { UserId } from '#contract'
import { type NewRow, sql, type Tx } from '#platform/db'

interface NewEntry extends Omit<NewRow<'audit_entry'>, 'params'> {
  readonly params: Readonly<Record<string, unknown>>
}

export async function insert(tx: Tx, { params, ...row }: NewEntry): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({ ...row, params: sql`${JSON.stringify(params)}::text::jsonb` })
    .execute()
}

export interface Wanted {
  readonly before?: number | undefined
  /** Oldest first, after this entry. */
  readonly after?: number | undefined
  readonly actingUserId?: UserId | undefined
  readonly action?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  readonly limit: number
}

const columns = ['id', 'at', 'acting_user_id', 'action', 'params', 'address', 'client'] as const

export const list = (tx: Tx, orgId: number, wanted: Wanted) => {
  const { before, after, actingUserId, action, since, until, limit } = wanted
  let query = tx.selectFrom('audit_entry').select(columns).where('org_id', '=', orgId)
  if (before !== undefined) query = query.where('id', '<', before)
  if (after !== undefined) query = query.where('id', '>', after)
  if (actingUserId !== undefined) query = query.where('acting_user_id', '=', actingUserId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  return query
    .orderBy('id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

export async function removeOlder(tx: Tx, orgId: number, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('audit_entry')
    .where('id', 'in', (query) =>
      query.selectFrom('audit_entry').select('id').where('org_id', '=', orgId).where('at', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
