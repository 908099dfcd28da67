import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { settingsOf } from '../organization/mirror.ts'
import { personal } from '../user-settings/user-setting.ts'
import { peopleMirror } from '../users/mirror.ts'
import { presenceMirror } from './actions.ts'
import { presenceHistoryLimitDays } from './api.ts'

/**
 * People who were certainly not here in the last two weeks. Somebody who keeps presence private always may have been,
 * and so may a bot.
 */
export function awayPeople(org: Organization): Set<UserId> {
  const away = new Set<UserId>()
  if (settingsOf(org).presence_disabled) return away
  const book = org.get(presenceMirror)
  const since = org.now().getTime() / 1000 - presenceHistoryLimitDays * 86_400
  for (const account of org.get(peopleMirror).all()) {
    if (account.botType !== null || !personal(account, 'presence_enabled')) continue
    const seen = book.get(account.id)
    const last = Math.max(seen?.active ?? 0, seen?.idle ?? 0, account.joinedAt.getTime() / 1000)
    if (last < since) away.add(account.id)
  }
  return away
}

/** The same for one at a time; who that is, is found out when it is first asked. */
export function awayAsked(org: Organization): (id: UserId) => boolean {
  let away: Set<UserId> | undefined
  return (id) => {
    away ??= awayPeople(org)
    return away.has(id)
  }
}

/** Who was here last, where people share that. */
export const latestSeen = (org: Organization, limit: number): UserId[] =>
  settingsOf(org).presence_disabled ? [] : org.get(presenceMirror).latest(limit)
