import { isGuest } from '#contract'
import { type Area, initial, serve, type Tap } from '#platform/serve'
import { channelSettingsChanged } from '../channels/actions/update.ts'
import { userRoleChanged } from '../users/actions/index.ts'
import * as actions from './actions.ts'
import * as api from './api.ts'

const taps: readonly Tap[] = [
  channelSettingsChanged.tap((act, { after }) => actions.leaveGroups(act, after)),
  userRoleChanged.tap(actions.roleChanged),
]

export const defaultChannelGroupsArea: Area = {
  name: 'default-channel-groups',
  taps,
  api: [api],
  routes: [
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
  ],
  state: [initial(api.groupsState, (tx, viewer, { org }) => (isGuest(viewer) ? [] : actions.groupsOf(tx, org.id)))],
}
