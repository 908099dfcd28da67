import type { Organization } from '#platform/organization'
import { type Area, initial, JsonFields, quiet, serve, type Tap, view } from '#platform/serve'
import { presenceHistoryLimitDays } from '../organization/limits.ts'
import { settingsOf } from '../organization/mirror.ts'
import { ownAccount } from '../user-settings/access.ts'
import { userSettingsChanged } from '../user-settings/actions.ts'
import { knownUser, userByEmail } from '../users/access/index.ts'
import { peopleMirror } from '../users/mirror.ts'
import { changeSharing, presenceMirror, reportPresence, saveEverySecs, savePresence } from './actions.ts'
import * as api from './api.ts'
import { condensed, legacy, modern, presenceText, presentPresence } from './present.ts'

/** Newer clients take the times as they are; older ones one word, under what was once the client's name. */
const presenceView = view(api.presenceChanged, ({ user_id, email, server_timestamp, seen }, client) => {
  if (client.can('simplified_presence_events')) return { presences: { [user_id]: seen } }
  const { active_timestamp: active, idle_timestamp: idle } = seen
  const { website } = legacy({ userId: user_id, active, idle, updateId: 0 })
  return { user_id, ...(client.slimPresence ? {} : { email }), server_timestamp, presence: { website } }
})

const timestamp = (org: Organization): string => `"server_timestamp":${org.now().getTime() / 1000}`

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
  routes: [
    quiet(
      serve(api.updatePresence, async ({ org, viewer }, params) => {
        const { status, last_update_id, history_limit_days, ping_only, slim_presence } = params
        if (viewer.isBot) throw api.notForBots()
        await reportPresence(org, ownAccount(org, viewer), status)
        const since = last_update_id ?? -1
        if (ping_only) return { presence_last_update_id: since }
        const slim = slim_presence || last_update_id !== undefined
        const book = org.get(presenceMirror)
        const { text, lastId } = presenceText(org, viewer, book, { since, historyDays: history_limit_days, slim })
        return new JsonFields(`"presence_last_update_id":${lastId},${timestamp(org)},"presences":${text}`)
      }),
    ),
    serve(api.getUserPresence, ({ org, viewer }, { user_id_or_email: user }) => {
      const account = /^\d+$/.test(user) ? knownUser(org, Number(user), viewer) : userByEmail(org, viewer, user)
      if (account.botType !== null) throw api.notForBots()
      const seen = settingsOf(org).presence_disabled ? undefined : org.get(presenceMirror).get(account.id)
      if (!seen || !account.isActive) throw api.neverSeen({}, { user })
      const facts = condensed(seen)
      return { presence: { ...modern(seen), aggregated: facts, website: facts } }
    }),
    serve(api.getPresence, ({ org, viewer }) => {
      const asked = { since: -1, historyDays: presenceHistoryLimitDays, slim: false }
      return new JsonFields(
        `${timestamp(org)},"presences":${presenceText(org, viewer, org.get(presenceMirror), asked).text}`,
      )
    }),
  ],
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
