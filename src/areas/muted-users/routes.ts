import { type Route, serve } from '#platform/serve'
import { muteUser, unmuteUser } from './actions.ts'
import * as api from './api.ts'

export const routes: readonly Route[] = [
  serve(api.muteUser, async (ctx, { muted_user_id }) => {
    await ctx.write((act) => muteUser(act, muted_user_id))
    return {}
  }),
  serve(api.unmuteUser, async (ctx, { muted_user_id }) => {
    await ctx.write((act) => unmuteUser(act, muted_user_id))
    return {}
  }),
]
