import { type Context, serve } from '#platform/serve'
import { pushDeviceOptions } from './options.ts'
import * as api from './unencrypted-api.ts'
import { keepToken, removeToken, type TokenKind } from './unencrypted-store.ts'

const maxCharacters = 4_096

function checkToken(kind: TokenKind, token: string): void {
  if (token.length === 0 || token.length > maxCharacters) throw api.badTokenLength()
  if (kind === 'apns' && !/^(?:[0-9a-f]{2})+$/i.test(token)) throw api.badApnsToken()
}

/**
 * compat: older apps register for unencrypted notifications. Without a relay there are no notifications, so the token is
 * stored as they expect; with one it's refused, since nothing leaves this server unencrypted.
 */
async function add(ctx: Context, kind: TokenKind, token: string, appId: string | null): Promise<object> {
  checkToken(kind, token)
  if (pushDeviceOptions(ctx.server.config).pushRelayUrl) throw api.unencryptedRefused()
  await ctx.transact(({ tx, org, viewer, now }) =>
    keepToken(tx, { org_id: org.id, user_id: viewer.id, kind, token, app_id: appId, created_at: now }),
  )
  return {}
}

async function remove(ctx: Context, kind: TokenKind, token: string): Promise<object> {
  if (token.length === 0 || token.length > maxCharacters) throw api.badTokenLength()
  const wasThere = await ctx.transact(({ tx, viewer }) => removeToken(tx, viewer.id, kind, token))
  if (!wasThere) throw api.noSuchToken()
  return {}
}

export const unencryptedRoutes = [
  serve(api.addApnsToken, (ctx, { token, appid }) => add(ctx, 'apns', token, appid)),
  serve(api.addFcmToken, (ctx, { token }) => add(ctx, 'fcm', token, null)),
  serve(api.removeApnsToken, (ctx, { token }) => remove(ctx, 'apns', token)),
  serve(api.removeFcmToken, (ctx, { token }) => remove(ctx, 'fcm', token)),
]
