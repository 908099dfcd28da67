import { type Context, serve } from '#platform/serve'
import { pushNotConfigured } from './api.ts'
import * as api from './unencrypted-api.ts'

/** As long as a token of a push service can be. */
const mostLetters = 5_000

function checkToken(token: string): void {
  if (token.length === 0 || token.length > mostLetters) throw api.badTokenLength()
}

/** compat: older apps; a token that was accepted would be a promise, since nothing leaves this server unencrypted. */
const refuse = ({ server }: Context, { token }: { token: string }): never => {
  checkToken(token)
  throw server.config.pushRelayUrl ? api.unencryptedRefused() : pushNotConfigured()
}

const find = (_ctx: Context, { token }: { token: string }): never => {
  checkToken(token)
  throw api.noSuchToken()
}

export const unencryptedRoutes = [
  serve(api.addApnsToken, refuse),
  serve(api.addFcmToken, refuse),
  serve(api.removeApnsToken, find),
  serve(api.removeFcmToken, find),
]
