import { dayMs, type UserId } from '#contract'
import { anyOf, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'

/** Notes the network of a new account's first sign-in. Does nothing for older accounts, and after the first time. */
export const note = (
  tx: Tx,
  row: { readonly userId: UserId; readonly networkHash: string; readonly at: Date; readonly keptUntil: Date },
): Promise<unknown> =>
  tx
    .insertInto('first_sign_in')
    .columns(['user_id', 'org_id', 'network_hash', 'signed_in_at', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('account')
        .select((account) => [
          'id',
          'org_id',
          account.val(row.networkHash).as('network_hash'),
          account.val(row.at).as('signed_in_at'),
          account.val(row.keptUntil).as('due_at'),
        ])
        .where('id', '=', row.userId)
        .where('created_at', '>', new Date(row.at.getTime() - dayMs)),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()

/** Other accounts that first signed in from the same network within a day, the newest first. */
export async function sameNetwork(tx: Tx, userId: UserId, limit: number) {
  const own = await tx.selectFrom('first_sign_in').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!own) return []
  const around = (ms: number) => new Date(own.signed_in_at.getTime() + ms)
  return tx
    .selectFrom('first_sign_in')
    .innerJoin('account', 'account.id', 'first_sign_in.user_id')
    .select(['account.id', 'account.created_at'])
    .where('first_sign_in.org_id', '=', own.org_id)
    .where('network_hash', '=', own.network_hash)
    .where('signed_in_at', '>=', around(-dayMs))
    .where('signed_in_at', '<=', around(dayMs))
    .where('account.id', '<>', userId)
    .orderBy('account.id', 'desc')
    .limit(limit)
    .execute()
}

export const removeOf = (tx: Tx, userId: UserId): Promise<unknown> =>
  tx.deleteFrom('first_sign_in').where('user_id', '=', userId).execute()

export const removeAll = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  tx.deleteFrom('first_sign_in').where('id', '=', anyOf(ids)).execute()

export const expiring = dueRows({ table: 'first_sign_in' })
