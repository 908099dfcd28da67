import { dayMs } from '#contract'
import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { settingsOf } from '../organization/cache.ts'
import { peopleCache } from '../users/cache.ts'
import { announcePromotions } from './actions/role-groups.ts'

/** The look-back for organizations that have just been loaded. */
const lateMs = 120_000

const lastLooked = new WeakMap<Organization, Date>()

export const promotions: Repeated = {
  name: 'full members',
  everySecs: 60,
  async run(org) {
    const now = org.now()
    const since = lastLooked.get(org) ?? new Date(now.getTime() - lateMs)
    lastLooked.set(org, now)
    if (settingsOf(org).waiting_period_threshold > 0)
      await org.transact(null, (mutation) => announcePromotions(mutation, since))
  },
  async wakes(org) {
    const days = settingsOf(org).waiting_period_threshold
    if (days === 0) return null
    const now = org.now().getTime()
    const times = org
      .get(peopleCache)
      .all()
      .map(({ joinedAt }) => joinedAt.getTime() + days * dayMs)
      .filter((time) => time > now)
    return times.length > 0 ? new Date(times.reduce((a, b) => Math.min(a, b))) : null
  },
}
