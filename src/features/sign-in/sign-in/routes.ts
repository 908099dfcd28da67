import { type Route, serveAnyone } from '#platform/serve'
import { noteSignIn } from '../../people/users/actions/signed-in.ts'
import { userObject } from '../../people/users/serialize.ts'
import { accountOfToken } from './access.ts'
import { redeem } from './actions.ts'
import * as api from './api.ts'

export const routes: readonly Route[] = [
  serveAnyone(api.redeemToken, async (ctx, { token }) => {
    const account = await ctx.transact((mutation) => redeem(mutation, token))
    return { api_key: account.apiKey, email: account.deliveryEmail, user_id: account.id }
  }),
  serveAnyone(api.fetchApiKeyByToken, async (ctx, { token, include_profile }) => {
    const account = await accountOfToken(ctx, token)
    await noteSignIn(ctx, account)
    const { apiKey: api_key, deliveryEmail: email } = account
    return { api_key, email, ...(include_profile ? { user: userObject(ctx.org, account, account) } : {}) }
  }),
]
