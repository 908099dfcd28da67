import { dueWork, problemsOf, type Workplace } from '#platform/timer'
import { scheduledMessageOptions } from '../../messages/scheduled-messages/options.ts'
import { missIfLate, runSteps, startScheduled } from './actions/run.ts'
import * as store from './store.ts'

const batch = 100

const lateMsOf = ({ config }: Workplace): number => scheduledMessageOptions(config).lateDeliveryMinutes * 60_000

/** Starts scheduled runs. A run and the next due time are saved in one transaction, so each time starts one run. */
export const schedules = dueWork({
  name: 'automations',
  rows: store.scheduled,
  async *turn({ place, org, now }) {
    const lateMs = lateMsOf(place)
    for await (const rows of store.scheduled.pages(org, { now, size: batch }))
      yield problemsOf(
        await Promise.allSettled(
          rows.map(async (row) => {
            const run = await org.transact(null, (mutation) => startScheduled(mutation, row as store.Stored, lateMs))
            if (run) await runSteps(org, run.id)
          }),
        ),
      )
  },
})

/** Continues runs that were interrupted, and those that are retried. */
export const unfinishedRuns = dueWork({
  name: 'automation runs',
  rows: store.running,
  async *turn({ place, org, now }) {
    const lateMs = lateMsOf(place)
    for await (const rows of store.running.pages(org, { now, size: batch }))
      yield problemsOf(
        await Promise.allSettled(
          rows.map(async ({ id }) => {
            if (!(await org.transact(null, (mutation) => missIfLate(mutation, id, lateMs)))) await runSteps(org, id)
          }),
        ),
      )
  },
})
