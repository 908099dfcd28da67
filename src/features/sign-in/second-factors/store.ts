import type { UserId } from '#contract'
import type { NewRow, Row, Tx } from '#platform/db'

export const find = (tx: Tx, userId: UserId): Promise<Row<'second_factor'> | undefined> =>
  tx.selectFrom('second_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const put = (tx: Tx, row: NewRow<'second_factor'>): Promise<unknown> =>
  tx
    .insertInto('second_factor')
    .values(row)
    .onConflict((one) =>
      one.column('user_id').doUpdateSet({ secret: row.secret, enabled_at: row.enabled_at, last_step: row.last_step }),
    )
    .execute()

/** Returns false if this or a later step was used. */
export const takeStep = async (tx: Tx, userId: UserId, step: number): Promise<boolean> =>
  (
    await tx
      .updateTable('second_factor')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .returning('user_id')
      .execute()
  ).length > 0

export const remove = async (tx: Tx, userId: UserId): Promise<void> => {
  await tx.deleteFrom('second_factor').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

export const everyone = async (tx: Tx, orgId: number): Promise<UserId[]> =>
  (await tx.selectFrom('second_factor').select('user_id').where('org_id', '=', orgId).orderBy('user_id').execute()).map(
    ({ user_id }) => user_id,
  )

export const replaceCodes = async (tx: Tx, orgId: number, userId: UserId, hashes: readonly string[]): Promise<void> => {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const rows = hashes.map((code_hash) => ({ org_id: orgId, user_id: userId, code_hash }))
  await tx.insertInto('recovery_code').values(rows).execute()
}

/** Deletes the code; returns whether it existed. */
export const takeCode = async (tx: Tx, userId: UserId, hash: string): Promise<boolean> =>
  (
    await tx
      .deleteFrom('recovery_code')
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .returning('user_id')
      .execute()
  ).length > 0

export const codesLeft = async (tx: Tx, userId: UserId): Promise<number> =>
  (await tx.selectFrom('recovery_code').select('user_id').where('user_id', '=', userId).execute()).length
