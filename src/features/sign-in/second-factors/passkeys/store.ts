import type { UserId } from '#contract'
import type { NewRow, Row, Tx } from '#platform/db'

export const insert = (tx: Tx, row: NewRow<'passkey'>): Promise<Row<'passkey'>> =>
  tx.insertInto('passkey').values(row).returningAll().executeTakeFirstOrThrow()

export const ofUser = (tx: Tx, userId: UserId): Promise<Row<'passkey'>[]> =>
  tx.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const find = (tx: Tx, userId: UserId, id: number): Promise<Row<'passkey'> | undefined> =>
  tx.selectFrom('passkey').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

export const withCredential = (tx: Tx, orgId: number, credentialId: string): Promise<Row<'passkey'> | undefined> =>
  tx
    .selectFrom('passkey')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

export const rename = (tx: Tx, id: number, name: string): Promise<Row<'passkey'>> =>
  tx.updateTable('passkey').set({ name }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Undefined if the passkey was removed or used since its counter was read. */
export const noteUse = (
  tx: Tx,
  { id, sign_count: before }: Row<'passkey'>,
  sign_count: number,
  at: Date,
): Promise<Row<'passkey'> | undefined> =>
  tx
    .updateTable('passkey')
    .set({ sign_count, last_used_at: at })
    .where('id', '=', id)
    .where('sign_count', '=', before)
    .returningAll()
    .executeTakeFirst()

export const remove = (tx: Tx, id: number): Promise<unknown> => tx.deleteFrom('passkey').where('id', '=', id).execute()

/** Returns the IDs of removed passkeys. */
export const removeOfUser = async (tx: Tx, userId: UserId): Promise<number[]> => {
  await tx.deleteFrom('passkey_challenge').where('user_id', '=', userId).execute()
  return (await tx.deleteFrom('passkey').where('user_id', '=', userId).returning('id').execute()).map(({ id }) => id)
}

export const keepChallenge = async (tx: Tx, row: NewRow<'passkey_challenge'>, now: Date): Promise<void> => {
  await tx.deleteFrom('passkey_challenge').where('org_id', '=', row.org_id).where('expires_at', '<=', now).execute()
  await tx.insertInto('passkey_challenge').values(row).execute()
}

export const takeChallenge = (tx: Tx, orgId: number, hash: string): Promise<Row<'passkey_challenge'> | undefined> =>
  tx
    .deleteFrom('passkey_challenge')
    .where('org_id', '=', orgId)
    .where('challenge_hash', '=', hash)
    .returningAll()
    .executeTakeFirst()
