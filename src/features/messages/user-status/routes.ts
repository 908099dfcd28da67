import { type Route, serve } from '#platform/serve'
import { ownAccount } from '../../people/user-settings/access.ts'
import { updateOwnSettings } from '../../people/user-settings/actions.ts'
import { administeredUser, knownUser } from '../../people/users/access/index.ts'
import { changeStatus } from './actions.ts'
import * as api from './api.ts'
import { shown } from './serialize.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.updateOwnStatus, async (ctx, { away, ...changes }) => {
    await ctx.transact(async (mutation) => {
      const account = ownAccount(mutation.org, mutation.viewer)
      if (away !== undefined) await updateOwnSettings(mutation, { presence_enabled: !away })
      if (away === undefined || Object.values(changes).some((value) => value !== undefined))
        await changeStatus(mutation, account, changes)
    })
    return {}
  }),
  serve(api.updateUserStatus, async (ctx, { user_id, ...changes }) => {
    await ctx.transact((mutation) => changeStatus(mutation, administeredUser(mutation.org, user_id), changes))
    return {}
  }),
  serve(api.getUserStatus, async ({ org, viewer, read }, { user_id }) => {
    const account = knownUser(org, user_id, viewer)
    return { status: shown(account, await read((tx) => store.find(tx, user_id))) }
  }),
]
