import { type Route, serve } from '#platform/serve'
import { acknowledgeWarning, warn, withdrawWarning } from './actions.ts'
import * as api from './api.ts'

export const warningRoutes: readonly Route[] = [
  serve(api.warnUser, async (ctx, { user_id, content }) => ({
    warning: await ctx.transact((mutation) => warn(mutation, user_id, content)),
  })),
  serve(api.withdrawWarning, async (ctx, { user_id, warning_id }) => {
    await ctx.transact((mutation) => withdrawWarning(mutation, user_id, warning_id))
    return {}
  }),
  serve(api.acknowledgeWarning, async (ctx, { warning_id }) => {
    await ctx.transact((mutation) => acknowledgeWarning(mutation, warning_id))
    return {}
  }),
]
