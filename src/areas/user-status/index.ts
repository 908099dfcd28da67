import { type Area, initial, type Tap } from '#platform/serve'
import { userSettingsChanged } from '../user-settings/actions.ts'
import { whoKnowsUser } from '../users/access/index.ts'
import { profileDeleted } from '../users/actions/delete-profile.ts'
import { usersShown } from '../users/actions/guest-sight.ts'
import { userCreated, userReactivated } from '../users/actions/index.ts'
import { peopleMirror } from '../users/mirror.ts'
import { tellStatus } from './actions.ts'
import * as api from './api.ts'
import { everyStatus, isAway, shown } from './present.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

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
  routes,
  state: [
    initial(api.userStatusState, async (tx, viewer, { org }) => everyStatus(org, viewer, await store.list(tx, org.id))),
  ],
}
