import { dayMs } from '#contract'
import type { Repeated } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import { reachableDevices } from '../cache.ts'
import * as store from './store.ts'

/** Notifications of this age have been seen or dismissed. */
const longestShownMs = 30 * dayMs

export const pruneShown: Repeated = {
  name: 'shown push notifications',
  everySecs: 3_600,
  async run(org) {
    if (org.get(reachableDevices).isEmpty) return
    const before = new Date(org.now().getTime() - longestShownMs)
    await org.transact(null, ({ tx }) => store.forgetShown(tx, org.id, before))
  },
  ages: (org) =>
    oldestReaches(org, { table: 'push_notice', column: 'created_at', only: "state = 'shown'" }, longestShownMs),
}
