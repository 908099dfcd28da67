import { type Area, initial, type Tap, view } from '#platform/serve'
import { userSettingsChanged } from '../user-settings/actions.ts'
import { peopleMirror } from '../users/mirror.ts'
import { changeSharing, presenceMirror, saveEverySecs, savePresence } from './actions.ts'
import * as api from './api.ts'
import { legacy, presentPresence } from './present.ts'
import { routes } from './routes.ts'

/** Newer clients take the times as they are; older ones one word, under what was once the client's name. */
const presenceView = view(api.presenceChanged, ({ user_id, email, server_timestamp, seen }, client) => {
  if (client.can('simplified_presence_events')) return { presences: { [user_id]: seen } }
  const { active_timestamp: active, idle_timestamp: idle } = seen
  const { website } = legacy({ userId: user_id, active, idle, updateId: 0 })
  return { user_id, ...(client.slimPresence ? {} : { email }), server_timestamp, presence: { website } }
})

const taps: readonly Tap[] = [
  userSettingsChanged.tap(async ({ org }, userIds, { presence_enabled }) => {
    if (presence_enabled === undefined) return
    for (const id of userIds) {
      const account = org.get(peopleMirror).byId.get(id)
      if (account) await changeSharing(org, account, presence_enabled)
    }
  }),
]

export const presenceArea: Area = {
  name: 'presence',
  taps,
  api: [api],
  mirrors: [presenceMirror],
  views: [presenceView],
  repeated: [{ name: 'presence', everySecs: saveEverySecs, run: savePresence, atStop: true }],
  routes,
  state: [
    initial(api.presencesState, (_tx, viewer, { org, client, presenceHistoryDays: historyDays }) => {
      const asked = { since: -1, historyDays, slim: client.slimPresence }
      return presentPresence(org, viewer, org.get(presenceMirror), asked).presences
    }),
    initial(api.lastUpdateState, (_tx, viewer, { org, presenceHistoryDays: historyDays }) => {
      const asked = { since: -1, historyDays, slim: true }
      return presentPresence(org, viewer, org.get(presenceMirror), asked).lastId
    }),
    initial(api.serverTimestampState, (_tx, _viewer, { org }) => org.now().getTime() / 1000),
  ],
}
