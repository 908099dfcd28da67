import { type Route, serve } from '#platform/serve'
import { muteUser, readMuted, unmuteUser } from './actions.ts'
import * as api from './api.ts'

export const routes: readonly Route[] = [
  serve(api.muteUser, async (ctx, { muted_user_id }) => {
    let seen = await ctx.transact((mutation) => muteUser(mutation, muted_user_id))
    while (seen.isMore) {
      const before = seen
      seen = await ctx.transact((mutation) => readMuted(mutation, muted_user_id, before))
    }
    return {}
  }),
  serve(api.unmuteUser, async (ctx, { muted_user_id }) => {
    await ctx.transact((mutation) => unmuteUser(mutation, muted_user_id))
    return {}
  }),
]
