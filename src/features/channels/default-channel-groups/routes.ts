import { type Route, serve } from '#platform/serve'
import * as actions from './actions.ts'
import * as api from './api.ts'

export const routes: readonly Route[] = [
  serve(api.createDefaultChannelGroup, async (ctx, group) => {
    await ctx.transact((mutation) => actions.createGroup(mutation, group))
    return {}
  }),
  serve(api.updateDefaultChannelGroup, async (ctx, { group_id, ...changes }) => {
    await ctx.transact((mutation) => actions.updateGroup(mutation, group_id, changes))
    return {}
  }),
  serve(api.deleteDefaultChannelGroup, async (ctx, { group_id }) => {
    await ctx.transact((mutation) => actions.deleteGroup(mutation, group_id))
    return {}
  }),
  serve(api.changeDefaultChannelGroup, async (ctx, { group_id, op, stream_names }) => {
    await ctx.transact((mutation) => actions.changeChannels(mutation, group_id, op, stream_names))
    return {}
  }),
]
