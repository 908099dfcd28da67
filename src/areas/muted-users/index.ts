import { type Area, initial, serve } from '#platform/serve'
import { muteUser, unmuteUser } from './actions.ts'
import * as api from './api.ts'
import { mutedUsersMirror } from './mirror.ts'

export const mutedUsersArea: Area = {
  name: 'muted-users',
  api: [api],
  mirrors: [mutedUsersMirror],
  routes: [
    serve(api.muteUser, async (ctx, { muted_user_id }) => {
      await ctx.write((act) => muteUser(act, muted_user_id))
      return {}
    }),
    serve(api.unmuteUser, async (ctx, { muted_user_id }) => {
      await ctx.write((act) => unmuteUser(act, muted_user_id))
      return {}
    }),
  ],
  state: [initial(api.mutedUsersState, (_tx, viewer, { org }) => [...org.get(mutedUsersMirror).of(viewer.id)])],
}
