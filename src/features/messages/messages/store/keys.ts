import type { MessageId, UserId } from '#contract'
import type { NewRow, Tx } from '#platform/db'

/** The message sent with an idempotency key, even if it's deleted; undefined if there is none. */
export const messageUnder = async (tx: Tx, userId: UserId, key: string): Promise<MessageId | undefined> =>
  (
    await tx
      .selectFrom('message_key')
      .select('message_id')
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
  )?.message_id

export const insertKey = (tx: Tx, row: NewRow<'message_key'>): Promise<unknown> =>
  tx.insertInto('message_key').values(row).execute()

/** Does nothing if the key belongs to another message. */
export const insertUnusedKey = (tx: Tx, row: NewRow<'message_key'>): Promise<unknown> =>
  tx
    .insertInto('message_key')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const removeKeys = (tx: Tx, orgId: number, before: Date): Promise<unknown> =>
  tx.deleteFrom('message_key').where('org_id', '=', orgId).where('sent_at', '<', before).execute()
