import type { MessageId, UserId } from '#contract'
import type { Tx } from '#platform/db'

export interface Sent {
  readonly user_id: UserId
  /** In the user's calendar, in days since 1970-01-01. */
  readonly day: number
  readonly message_id: MessageId
}

export async function lastDigests(tx: Tx, orgId: number): Promise<Map<UserId, Sent>> {
  const rows = await tx.selectFrom('digest_mail').selectAll().where('org_id', '=', orgId).execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Records a digest; false if another process was faster. */
export async function claim(tx: Tx, orgId: number, { user_id, day, message_id }: Sent): Promise<boolean> {
  const rows = await tx
    .insertInto('digest_mail')
    .values({ user_id, org_id: orgId, day, message_id })
    .onConflict((one) => one.column('user_id').doUpdateSet({ day, message_id }).where('digest_mail.day', '<', day))
    .returning('user_id')
    .execute()
  return rows.length > 0
}

export const lastSentAt = async (tx: Tx, orgId: number): Promise<Date | undefined> =>
  // message: the messages feature's table
  (
    await tx
      .selectFrom('message')
      .select('sent_at')
      .where('org_id', '=', orgId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.sent_at
