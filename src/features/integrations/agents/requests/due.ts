import { dayMs } from '#contract'
import type { Repeated } from '#platform/serve'
import { dueWork, oldestReaches, problemsOf } from '#platform/timer'
import { carryOut, expire } from './actions/carry-out.ts'
import * as store from './store.ts'

/** Another process tries after this time, if the first one is gone. */
const leaseMs = 60_000
const keptDays = 30

export const opening = dueWork({
  name: 'requests of agents',
  rows: store.open,
  async *turn({ place, org, now }) {
    await store.open.takeOver(place, now)
    const lease = { now, until: new Date(now.getTime() + leaseMs), size: 20 }
    for await (const rows of store.open.leased(org, lease)) {
      const settled = await Promise.allSettled(
        (rows as unknown as store.Stored[]).map((row) =>
          row.state === 'approved' ? carryOut(org, row) : org.transact(null, (mutation) => expire(mutation, row.id)),
        ),
      )
      yield problemsOf(settled)
    }
  },
})

export const forgettingRequests: Repeated = {
  name: 'old requests of agents',
  everySecs: 3_600,
  run: (org) =>
    org.db.transaction((tx) => store.removeOlder(tx, org.id, new Date(org.now().getTime() - keptDays * dayMs))),
  ages: (org) =>
    oldestReaches(org, { table: 'agent_request', column: 'created_at', only: 'due_at is null' }, keptDays * dayMs),
}
