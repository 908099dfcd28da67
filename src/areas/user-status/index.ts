import type { Act, Organization } from '#platform/organization'
import { type Area, initial, serve, type Tap } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { ownAccount } from '../user-settings/access.ts'
import { updateOwnSettings, userSettingsChanged } from '../user-settings/actions.ts'
import { personal } from '../user-settings/user-setting.ts'
import { administeredUser, knownUser, sightOf, whoKnows, whoKnowsUser } from '../users/access/index.ts'
import { profileDeleted } from '../users/actions/delete-profile.ts'
import { usersShown } from '../users/actions/guest-sight.ts'
import { userCreated, userReactivated } from '../users/actions/index.ts'
import { type Account, peopleMirror } from '../users/mirror.ts'
import { changeStatus } from './actions.ts'
import * as api from './api.ts'
import * as store from './store.ts'

async function tellStatus(act: Act, account: Account): Promise<void> {
  const status = shown(account, await store.find(act.tx, account.id))
  if (Object.keys(status).length > 0)
    act.emit(api.statusChanged, { user_id: account.id, ...status }, whoKnows(act.org, account))
}

const isAway = (account: Account) => account.botType === null && !personal(account, 'presence_enabled')
const shown = (account: Account, status: store.Status | undefined) =>
  api.said({ ...((status ?? store.noStatus) as typeof store.noStatus & typeof store.noEmoji), away: isAway(account) })

function everyStatus(
  org: Organization,
  viewer: Viewer,
  rows: Awaited<ReturnType<typeof store.list>>,
): Record<string, api.UserStatus> {
  const statuses = new Map(rows.map((row) => [row.user_id, row]))
  const all: Record<string, api.UserStatus> = {}
  const knows = sightOf(org, viewer)
  for (const account of org.get(peopleMirror).all()) {
    if (!account.isActive || !knows(account.id)) continue
    const row = statuses.get(account.id)
    // perf: most people say nothing
    if (!row && !isAway(account)) continue
    const one = shown(account, row)
    if (Object.keys(one).length > 0) all[account.id] = one
  }
  return all
}

const taps: readonly Tap[] = [
  // compat: whoever does not share presence is `away` to clients that know nothing of that setting
  userSettingsChanged.tap(async (act, userIds, { presence_enabled }) => {
    if (presence_enabled === undefined) return
    // a bot is never away, whatever its settings say
    for (const user_id of userIds)
      if (act.get(peopleMirror).byId.get(user_id)?.botType === null)
        act.emit(api.statusChanged, { user_id, away: !presence_enabled }, whoKnowsUser(act.org, user_id))
  }),
  // clients forgot it when the account was deactivated
  userReactivated.tap(tellStatus),
  // the organization's defaults may keep presence private
  userCreated.tap(async (act, account) => {
    if (isAway(account)) await tellStatus(act, account)
  }),
  profileDeleted.tap(({ tx, org }, { id }) => store.put(tx, org.id, id, store.noStatus)),
  // whoever a guest gets to know comes with what the person says of oneself
  usersShown.tap(async (act, byUser) => {
    const rows = await store.list(act.tx, act.org.id)
    const statuses = new Map(rows.map((row) => [row.user_id, row]))
    for (const [user_id, guests] of byUser) {
      const account = act.get(peopleMirror).byId.get(user_id)
      if (!account) continue
      const status = shown(account, statuses.get(user_id))
      if (Object.keys(status).length > 0) act.emit(api.statusChanged, { user_id, ...status }, { users: [...guests] })
    }
  }),
]

export const userStatusArea: Area = {
  name: 'user-status',
  taps,
  api: [api],
  routes: [
    serve(api.updateOwnStatus, async (ctx, { away, ...changes }) => {
      await ctx.write(async (act) => {
        const account = ownAccount(act.org, act.viewer)
        if (away !== undefined) await updateOwnSettings(act, { presence_enabled: !away })
        if (away === undefined || Object.values(changes).some((value) => value !== undefined))
          await changeStatus(act, account, changes)
      })
      return {}
    }),
    serve(api.updateUserStatus, async (ctx, { user_id, ...changes }) => {
      await ctx.write((act) => changeStatus(act, administeredUser(act.org, user_id), changes))
      return {}
    }),
    serve(api.getUserStatus, async ({ org, viewer, read }, { user_id }) => {
      const account = knownUser(org, user_id, viewer)
      return { status: shown(account, await read((tx) => store.find(tx, user_id))) }
    }),
  ],
  state: [
    initial(api.userStatusState, async (tx, viewer, { org }) => everyStatus(org, viewer, await store.list(tx, org.id))),
  ],
}
