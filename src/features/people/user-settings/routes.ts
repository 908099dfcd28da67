import { sessionCookie } from '#platform/http'
import { type Route, serve } from '#platform/serve'
import { checkPassword } from '../users/access/password.ts'
import { hashPasswordOf } from '../users/new-password.ts'
import { ownAccount } from './access.ts'
import { updateDefaults, updateOwnSettings, updateSettingsOfOthers } from './actions.ts'
import * as api from './api.ts'

const updates = [api.updateSettings, api.updateDisplaySettings, api.updateNotificationSettings]

export const routes: readonly Route[] = [
  ...updates.map((endpoint) =>
    serve(endpoint, async (ctx, { target_users, old_password, new_password, ...changes }) => {
      if (target_users) {
        const all = { ...changes, old_password, new_password }
        await ctx.transact((mutation) => updateSettingsOfOthers(mutation, target_users, all))
        return {}
      }
      let password_hash: string | undefined
      if (new_password !== undefined) {
        if (old_password === undefined) throw api.oldPasswordMissing()
        if (!(await checkPassword(ctx, ownAccount(ctx.org, ctx.viewer), old_password))) throw api.wrongPassword()
        password_hash = await hashPasswordOf(ctx.org, new_password, ownAccount(ctx.org, ctx.viewer))
      }
      const cookie = ctx.request.cookies.get(sessionCookie)
      await ctx.transact((mutation) => updateOwnSettings(mutation, { ...changes, password_hash, cookie }))
      return {}
    }),
  ),
  serve(api.updateDefaults, async (ctx, changes) => {
    await ctx.transact((mutation) => updateDefaults(mutation, changes))
    return {}
  }),
]
