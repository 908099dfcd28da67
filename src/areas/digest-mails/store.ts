import type { MessageId, UserId } from '#contract'
import type { Tx } from '#platform/db'

export interface Sent {
  readonly user_id: UserId
  /** Of the person's own calendar, as the number of days since 1970-01-01. */
  readonly day: number
  readonly message_id: MessageId
}

/** The last digest of everybody who had one. */
export async function lastDigests(tx: Tx, orgId: number): Promise<Map<UserId, Sent>> {
  const rows = await tx.selectFrom('digest_mail').selectAll().where('org_id', '=', orgId).execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Notes that somebody gets one; false where another process was quicker. */
export async function claim(tx: Tx, orgId: number, { user_id, day, message_id }: Sent): Promise<boolean> {
  const rows = await tx
    .insertInto('digest_mail')
    .values({ user_id, org_id: orgId, day, message_id })
    .onConflict((one) => one.column('user_id').doUpdateSet({ day, message_id }).where('digest_mail.day', '<', day))
    .returning('user_id')
    .execute()
  return rows.length > 0
}

/** When the newest message of an organization was sent. */
export const lastSentAt = async (tx: Tx, orgId: number): Promise<Date | undefined> =>
  // message: the messages area's table
  (
    await tx
      .selectFrom('message')
      .select('sent_at')
      .where('org_id', '=', orgId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.sent_at
