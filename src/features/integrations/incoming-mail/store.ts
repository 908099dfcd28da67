import type { MessageId } from '#contract'
import type { NewRow, Tx } from '#platform/db'

/** The message that the mail has become before, if any. */
export async function messageOf(
  tx: Tx,
  orgId: number,
  identity: string,
  place: string,
): Promise<MessageId | undefined> {
  const row = await tx
    .selectFrom('received_mail')
    .select('message_id')
    .where('org_id', '=', orgId)
    .where('identity', '=', identity)
    .where('place', '=', place)
    .executeTakeFirst()
  return row?.message_id
}

export async function insert(tx: Tx, row: NewRow<'received_mail'>): Promise<void> {
  await tx.insertInto('received_mail').values(row).execute()
}

export async function removeBefore(tx: Tx, orgId: number, time: Date): Promise<void> {
  await tx.deleteFrom('received_mail').where('org_id', '=', orgId).where('received_at', '<', time).execute()
}
