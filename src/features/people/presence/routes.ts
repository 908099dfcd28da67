import { asUserId } from '#contract'
import type { Organization } from '#platform/organization'
import { JsonFields, quiet, type Route, serve, stays } from '#platform/serve'
import { settingsOf } from '../organization/cache.ts'
import { ownAccount } from '../user-settings/access.ts'
import { knownUser, userByEmail } from '../users/access/index.ts'
import { presenceCache, reportPresence } from './actions.ts'
import * as api from './api.ts'
import { presenceHistoryLimitDays } from './api.ts'
import { condensed, modern, presenceText } from './serialize.ts'

const timestamp = (org: Organization): string => `"server_timestamp":${org.now().getTime() / 1000}`

export const routes: readonly Route[] = [
  // kept in memory, and saved periodically
  quiet(
    stays(
      serve(api.updatePresence, async ({ org, viewer }, params) => {
        const { status, last_update_id, history_limit_days, ping_only, slim_presence } = params
        if (viewer.isBot) throw api.notForBots()
        await reportPresence(org, ownAccount(org, viewer), status)
        const since = last_update_id ?? -1
        if (ping_only) return { presence_last_update_id: since }
        const slim = slim_presence || last_update_id !== undefined
        const book = org.get(presenceCache)
        const { text, lastId } = presenceText(org, viewer, book, { since, historyDays: history_limit_days, slim })
        return new JsonFields(`"presence_last_update_id":${lastId},${timestamp(org)},"presences":${text}`)
      }),
    ),
  ),
  serve(api.getUserPresence, ({ org, viewer }, { user_id_or_email: user }) => {
    const account = /^\d+$/.test(user) ? knownUser(org, asUserId(Number(user)), viewer) : userByEmail(org, viewer, user)
    if (account.botType !== null) throw api.notForBots()
    const seen = settingsOf(org).presence_disabled ? undefined : org.get(presenceCache).get(account.id)
    if (!seen || !account.isActive) throw api.neverSeen({}, { user })
    const facts = condensed(seen)
    return {
      server_timestamp: org.now().getTime() / 1000,
      presence: { ...modern(seen), aggregated: facts, website: facts },
    }
  }),
  serve(api.getPresence, ({ org, viewer }) => {
    const asked = { since: -1, historyDays: presenceHistoryLimitDays, slim: false }
    return new JsonFields(
      `${timestamp(org)},"presences":${presenceText(org, viewer, org.get(presenceCache), asked).text}`,
    )
  }),
]
