import type { ConversationId, UserId } from '#contract'
import { lowered, type NewRow, type Row, type Tx } from '#platform/db'

type MailedLink = Row<'mailed_link'>
type Purpose =
  | 'registration'
  | 'password_reset'
  | 'sign_in'
  | 'email_change'
  | 'email_change_stop'
  | 'appeal'
  | 'application_question'

export const insert = (tx: Tx, row: NewRow<'mailed_link'>): Promise<unknown> =>
  tx.insertInto('mailed_link').values(row).execute()

export const find = (tx: Tx, orgId: number, purpose: Purpose, hash: string): Promise<MailedLink | undefined> =>
  tx
    .selectFrom('mailed_link')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('org_id', '=', orgId)
    .where('purpose', '=', purpose)
    .where('ended', '=', false)
    .executeTakeFirst()

/** Includes revoked links. */
export async function sentSince(tx: Tx, orgId: number, purpose: Purpose, email: string, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('mailed_link')
    .select('token_hash')
    .where('org_id', '=', orgId)
    .where('purpose', '=', purpose)
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', lowered(email)))
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Includes revoked links until they expire. */
export const countOf = async (tx: Tx, userId: UserId, purpose: Purpose): Promise<number> =>
  (
    await tx
      .selectFrom('mailed_link')
      .select('token_hash')
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .execute()
  ).length

export const removeTo = (tx: Tx, orgId: number, purpose: Purpose, email: string): Promise<unknown> =>
  tx
    .deleteFrom('mailed_link')
    .where('org_id', '=', orgId)
    .where('purpose', '=', purpose)
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', lowered(email)))
    .execute()

/** Revokes an account's links. Rows stay until they expire, so that requests stay limited. */
export const endOf = (tx: Tx, userId: UserId): Promise<unknown> =>
  tx.updateTable('mailed_link').set({ ended: true }).where('user_id', '=', userId).where('ended', '=', false).execute()

export const remove = (tx: Tx, hash: string): Promise<unknown> =>
  tx.deleteFrom('mailed_link').where('token_hash', '=', hash).execute()

export const removeExpired = (tx: Tx, orgId: number, now: Date): Promise<unknown> =>
  tx.deleteFrom('mailed_link').where('org_id', '=', orgId).where('expires_at', '<=', now).execute()

export const latestMessage = (tx: Tx, conversationId: ConversationId) =>
  tx
    .selectFrom('message')
    .select(['id', 'topic'])
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
