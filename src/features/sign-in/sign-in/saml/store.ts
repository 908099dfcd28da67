import type { NewRow, Tx } from '#platform/db'

/** Records an assertion; returns false if it was used before. */
export const useOnce = async (tx: Tx, row: NewRow<'saml_assertion'>): Promise<boolean> =>
  (await tx
    .insertInto('saml_assertion')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('assertion_id')
    .executeTakeFirst()) !== undefined

export const removeExpired = (tx: Tx, orgId: number, now: Date): Promise<unknown> =>
  tx.deleteFrom('saml_assertion').where('org_id', '=', orgId).where('expires_at', '<=', now).execute()
