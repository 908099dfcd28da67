import { dueWork } from '#platform/timer'
import { runSkippedJoin } from './actions/skipped-joins.ts'
import { continueSteps, inBatches } from './due.ts'
import { due } from './skipped-joins-store.ts'

/** Runs for people who were added in large batches, once a manager has started them. */
export const skippedJoins = dueWork({
  name: 'skipped joins of automations',
  rows: due,
  turn: ({ org, now }) =>
    inBatches(due, org, now, async ({ id }) => {
      const run = await org.transact(null, (mutation) => runSkippedJoin(mutation, id))
      if (run) await continueSteps(org, run.id)
    }),
})
