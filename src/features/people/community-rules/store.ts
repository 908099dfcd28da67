import type { UserId } from '#contract'
import type { NewRow, Row, Tx } from '#platform/db'

type Stored = Row<'community_rules'>

/** The newest version; its text is empty if the rules were deleted. */
export const newest = (tx: Tx, orgId: number): Promise<Stored | undefined> =>
  tx
    .selectFrom('community_rules')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'community_rules'>): Promise<unknown> =>
  tx.insertInto('community_rules').values(row).execute()

export const removeUpTo = (tx: Tx, orgId: number, version: number): Promise<unknown> =>
  tx.deleteFrom('community_rules').where('org_id', '=', orgId).where('version', '<=', version).execute()

export async function acceptedVersion(tx: Tx, userId: UserId): Promise<number | null> {
  const row = await tx
    .selectFrom('accepted_rules')
    .select('version')
    .where('user_id', '=', userId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? null
}

export const accept = (tx: Tx, row: NewRow<'accepted_rules'>): Promise<unknown> =>
  tx
    .insertInto('accepted_rules')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'version']).doNothing())
    .execute()
