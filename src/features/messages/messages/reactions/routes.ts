import { type Route, serve } from '#platform/serve'
import { addReaction, removeReaction } from './actions.ts'
import * as api from './api.ts'

export const reactionRoutes: readonly Route[] = [
  serve(api.addReaction, async (ctx, { message_id, ...emoji }) => {
    await ctx.transact((mutation) => addReaction(mutation, message_id, emoji))
    return {}
  }),
  serve(api.removeReaction, async (ctx, { message_id, ...emoji }) => {
    await ctx.transact((mutation) => removeReaction(mutation, message_id, emoji))
    return {}
  }),
]
