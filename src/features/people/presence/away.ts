import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { settingsOf } from '../organization/cache.ts'
import { personal } from '../user-settings/access.ts'
import { peopleCache } from '../users/cache.ts'
import { presenceCache } from './actions.ts'
import { presenceHistoryLimitDays } from './api.ts'

/** Users who certainly weren't online in the last two weeks. Bots, and users who hide their presence, never count. */
export function isAwayFor(org: Organization): (id: UserId) => boolean {
  if (settingsOf(org).presence_disabled) return () => false
  const book = org.get(presenceCache)
  const { byId } = org.get(peopleCache)
  const since = org.now().getTime() / 1000 - presenceHistoryLimitDays * 86_400
  return (id) => {
    const seen = book.get(id)
    if (seen && Math.max(seen.active, seen.idle) >= since) return false
    const account = byId.get(id)
    if (!account || account.botType !== null || account.joinedAt.getTime() / 1000 >= since) return false
    return personal(account, 'presence_enabled')
  }
}

export const latestSeen = (org: Organization, limit: number): UserId[] =>
  settingsOf(org).presence_disabled ? [] : org.get(presenceCache).latest(limit)
