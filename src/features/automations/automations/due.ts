import { dueWork } from '#platform/timer'
import { scheduledMessageOptions } from '../../messages/scheduled-messages/options.ts'
import { carryOut, startScheduled } from './actions/run.ts'
import * as store from './store.ts'

const batch = 100

const problemsOf = (outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))

/** Starts runs at their times. The run and the next time are one transaction, so each time starts one run. */
export const schedules = dueWork({
  name: 'automations',
  rows: store.scheduled,
  async *turn({ place, org, now }) {
    const lateMs = scheduledMessageOptions(place.config).lateDeliveryMinutes * 60_000
    for await (const rows of store.scheduled.pages(org, { now, size: batch }))
      yield problemsOf(
        await Promise.allSettled(
          rows.map(async (row) => {
            const run = await org.transact(null, (mutation) => startScheduled(mutation, row as store.Stored, lateMs))
            if (run) await carryOut(org, run.id)
          }),
        ),
      )
  },
})

/** Continues runs that were interrupted, and those that are retried. */
export const unfinishedRuns = dueWork({
  name: 'automation runs',
  rows: store.running,
  async *turn({ org, now }) {
    for await (const rows of store.running.pages(org, { now, size: batch }))
      yield problemsOf(await Promise.allSettled(rows.map(({ id }) => carryOut(org, id))))
  },
})
