import { type Area, serveAnyone, type Tap } from '#platform/serve'
import { apiKeyReplaced, passwordChanged, userDeactivated, userRoleChanged } from '../users/actions/index.ts'
import { noteSignIn } from '../users/actions/signed-in.ts'
import { userObject } from '../users/present.ts'
import { accountOfToken } from './access.ts'
import { redeem } from './actions.ts'
import * as api from './api.ts'
import { signInPages } from './pages.ts'
import * as store from './store.ts'

const taps: readonly Tap[] = [
  apiKeyReplaced.tap(async (act, { id }) => void (await store.removeTokens(act.tx, id))),
  passwordChanged.tap(async (act, { id }) => void (await store.removeTokens(act.tx, id))),
  userRoleChanged.tap(async (act, { id }) => void (await store.removeTokens(act.tx, id))),
  // whoever comes back is known by the address again, which somebody else may have at the provider by then
  userDeactivated.tap(async (act, { id }) => {
    await store.removeTokens(act.tx, id)
    await store.unlink(act.tx, id)
  }),
]

export const signInArea: Area = {
  name: 'sign-in',
  taps,
  api: [api],
  pages: signInPages,
  routes: [
    serveAnyone(api.redeemToken, async (ctx, { token }) => {
      const account = await ctx.write((act) => redeem(act, token))
      return { api_key: account.apiKey, email: account.deliveryEmail, user_id: account.id }
    }),
    serveAnyone(api.fetchApiKeyByToken, async (ctx, { token, include_profile }) => {
      const account = await accountOfToken(ctx, token)
      await noteSignIn(ctx, account)
      const { apiKey: api_key, deliveryEmail: email } = account
      return { api_key, email, ...(include_profile ? { user: userObject(ctx.org, account, account) } : {}) }
    }),
  ],
}
