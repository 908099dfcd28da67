import type { UserId } from '#contract'
import type { NewRow, Tx } from '#platform/db'
import { hashToken } from '#platform/secrets'

export type TokenKind = 'apns' | 'fcm'

/** Maximum tokens per user; the oldest are removed. */
const maxTokens = 50

export async function keepToken(
  tx: Tx,
  { org_id, user_id, kind, token, app_id, created_at }: Omit<NewRow<'push_token'>, 'token_hash'>,
): Promise<void> {
  const changes = { app_id, created_at }
  await tx
    .insertInto('push_token')
    .values({ org_id, user_id, kind, token, token_hash: hashToken(token), ...changes })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'token_hash']).doUpdateSet(changes))
    .execute()
  await tx
    .deleteFrom('push_token')
    .where('user_id', '=', user_id)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('kind', 'token_hash'),
        'in',
        selectFrom('push_token')
          .select(['kind', 'token_hash'])
          .where('user_id', '=', user_id)
          .orderBy('created_at', 'desc')
          .orderBy('token_hash')
          .offset(maxTokens)
          .$asTuple('kind', 'token_hash'),
      ),
    )
    .execute()
}

/** Returns whether the token was registered. */
export async function removeToken(tx: Tx, userId: UserId, kind: TokenKind, token: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_token')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const removeTokensOf = (tx: Tx, userId: UserId): Promise<unknown> =>
  tx.deleteFrom('push_token').where('user_id', '=', userId).execute()
