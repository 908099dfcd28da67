import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { settingsOf } from '../organization/mirror.ts'
import { announcePromotions } from './actions/role-groups.ts'

const lastLooked = new WeakMap<Organization, Date>()

/** Time makes full members of new ones. */
export const promotions: Repeated = {
  name: 'full members',
  everySecs: 60,
  async run(org) {
    const since = lastLooked.get(org)
    const days = settingsOf(org).waiting_period_threshold
    lastLooked.set(org, org.now())
    if (since && days > 0) await org.write(null, async (act) => announcePromotions(act, days, since))
  },
}
