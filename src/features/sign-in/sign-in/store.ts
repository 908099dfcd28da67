import type { UserId } from '#contract'
import type { NewRow, Tx } from '#platform/db'

export const accountOf = async (tx: Tx, org_id: number, issuer: string, subject: string): Promise<UserId | undefined> =>
  (
    await tx
      .selectFrom('external_identity')
      .select('user_id')
      .where('org_id', '=', org_id)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.user_id

export const isLinked = async (tx: Tx, userId: UserId, issuer: string): Promise<boolean> =>
  (await tx
    .selectFrom('external_identity')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()) !== undefined

export const link = (tx: Tx, row: NewRow<'external_identity'>): Promise<unknown> =>
  tx.insertInto('external_identity').values(row).execute()

export const unlink = (tx: Tx, userId: UserId): Promise<unknown> =>
  tx.deleteFrom('external_identity').where('user_id', '=', userId).execute()

export const keepToken = (tx: Tx, row: NewRow<'sign_in_token'>): Promise<unknown> =>
  tx.insertInto('sign_in_token').values(row).execute()

export const takeToken = (
  tx: Tx,
  orgId: number,
  hash: string,
): Promise<{ user_id: UserId; expires_at: Date } | undefined> =>
  tx
    .deleteFrom('sign_in_token')
    .where('token_hash', '=', hash)
    .where('org_id', '=', orgId)
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst()

export const removeExpired = (tx: Tx, orgId: number, now: Date): Promise<unknown> =>
  tx.deleteFrom('sign_in_token').where('org_id', '=', orgId).where('expires_at', '<=', now).execute()

export const removeTokens = (tx: Tx, userId: UserId): Promise<unknown> =>
  tx.deleteFrom('sign_in_token').where('user_id', '=', userId).execute()
