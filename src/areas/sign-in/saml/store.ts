import type { NewRow, Tx } from '#platform/db'

/** Whether nobody has signed in with it before; from now on somebody has. */
export const useOnce = async (tx: Tx, row: NewRow<'saml_assertion'>): Promise<boolean> =>
  (await tx
    .insertInto('saml_assertion')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('assertion_id')
    .executeTakeFirst()) !== undefined

export const removeExpired = (tx: Tx, orgId: number, now: Date): Promise<unknown> =>
  tx.deleteFrom('saml_assertion').where('org_id', '=', orgId).where('expires_at', '<=', now).execute()
