import { type Route, serve } from '#platform/serve'
import * as actions from './actions.ts'
import * as api from './api.ts'

export const routes: readonly Route[] = [
  serve(api.createDefaultChannelGroup, async (ctx, group) => {
    await ctx.write((act) => actions.createGroup(act, group))
    return {}
  }),
  serve(api.updateDefaultChannelGroup, async (ctx, { group_id, ...changes }) => {
    await ctx.write((act) => actions.updateGroup(act, group_id, changes))
    return {}
  }),
  serve(api.deleteDefaultChannelGroup, async (ctx, { group_id }) => {
    await ctx.write((act) => actions.deleteGroup(act, group_id))
    return {}
  }),
  serve(api.changeDefaultChannelGroup, async (ctx, { group_id, op, stream_names }) => {
    await ctx.write((act) => actions.changeChannels(act, group_id, op, stream_names))
    return {}
  }),
]
