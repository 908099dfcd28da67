import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { type Context, serve } from '#platform/serve'
import { pushDeviceOptions } from './options.ts'
import * as api from './unencrypted-api.ts'

const maxCharacters = 4_096
/** Maximum tokens per user; the oldest are removed. */
const maxTokens = 50

type Kind = 'apns' | 'fcm'

function checkToken(kind: Kind, token: string): void {
  if (token.length === 0 || token.length > maxCharacters) throw api.badTokenLength()
  if (kind === 'apns' && !/^(?:[0-9a-f]{2})+$/i.test(token)) throw api.badApnsToken()
}

async function keep(
  { tx, org, viewer, now }: Mutation,
  kind: Kind,
  token: string,
  appId: string | null,
): Promise<void> {
  const row = { user_id: viewer.id, org_id: org.id, kind, token_hash: hashToken(token), token }
  const changes = { app_id: appId, created_at: now }
  await tx
    .insertInto('push_token')
    .values({ ...row, ...changes })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'token_hash']).doUpdateSet(changes))
    .execute()
  await tx
    .deleteFrom('push_token')
    .where('user_id', '=', viewer.id)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('kind', 'token_hash'),
        'in',
        selectFrom('push_token')
          .select(['kind', 'token_hash'])
          .where('user_id', '=', viewer.id)
          .orderBy('created_at', 'desc')
          .orderBy('token_hash')
          .offset(maxTokens)
          .$asTuple('kind', 'token_hash'),
      ),
    )
    .execute()
}

/**
 * compat: older apps register for unencrypted notifications. Without a relay there are no notifications, so the token is
 * stored as they expect; with one it's refused, since nothing leaves this server unencrypted.
 */
async function add(ctx: Context, kind: Kind, token: string, appId: string | null): Promise<object> {
  checkToken(kind, token)
  if (pushDeviceOptions(ctx.server.config).pushRelayUrl) throw api.unencryptedRefused()
  await ctx.transact((mutation) => keep(mutation, kind, token, appId))
  return {}
}

async function remove(ctx: Context, kind: Kind, token: string): Promise<object> {
  if (token.length === 0 || token.length > maxCharacters) throw api.badTokenLength()
  const gone = await ctx.transact(({ tx, viewer }) =>
    tx
      .deleteFrom('push_token')
      .where('user_id', '=', viewer.id)
      .where('kind', '=', kind)
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst(),
  )
  if (gone.numDeletedRows === 0n) throw api.noSuchToken()
  return {}
}

export const removeTokensOf = (tx: Tx, userId: UserId): Promise<unknown> =>
  tx.deleteFrom('push_token').where('user_id', '=', userId).execute()

export const unencryptedRoutes = [
  serve(api.addApnsToken, (ctx, { token, appid }) => add(ctx, 'apns', token, appid)),
  serve(api.addFcmToken, (ctx, { token }) => add(ctx, 'fcm', token, null)),
  serve(api.removeApnsToken, (ctx, { token }) => remove(ctx, 'apns', token)),
  serve(api.removeFcmToken, (ctx, { token }) => remove(ctx, 'fcm', token)),
]
