import type { ChannelId, UserId } from '#contract'
import type { NewRow, Tx } from '#platform/db'

const columns = ['id', 'channel_id', 'user_id', 'reason', 'creator_id', 'created_at'] as const

interface HoldRow {
  id: number
  channel_id: ChannelId | null
  user_id: UserId | null
  reason: string
  creator_id: UserId
  created_at: Date
}

export const list = (tx: Tx, orgId: number): Promise<HoldRow[]> =>
  tx.selectFrom('legal_hold').select(columns).where('org_id', '=', orgId).orderBy('id').execute()

export async function insert(tx: Tx, row: NewRow<'legal_hold'>): Promise<number> {
  return (await tx.insertInto('legal_hold').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function remove(tx: Tx, orgId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('legal_hold')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
