import type { Organization } from '#platform/organization'
import { dueWork, problemsOf, type Workplace } from '#platform/timer'
import { scheduledMessageOptions } from '../../messages/scheduled-messages/options.ts'
import { missIfLate, runSteps, startScheduled } from './actions/run.ts'
import * as store from './store.ts'

const batch = 100

const lateMsOf = ({ config }: Workplace): number => scheduledMessageOptions(config).lateDeliveryMinutes * 60_000

/** Due rows in batches, each row's work at the same time; yields what went wrong. */
async function* inBatches<R extends { id: number }>(
  rows: { pages(org: Organization, page: { now: Date; size: number }): AsyncIterable<readonly R[]> },
  org: Organization,
  now: Date,
  work: (row: R) => Promise<void>,
): AsyncGenerator<unknown[]> {
  for await (const page of rows.pages(org, { now, size: batch }))
    yield problemsOf(await Promise.allSettled(page.map(work)))
}

/** Starts scheduled runs. A run and the next due time are saved in one transaction, so each time starts one run. */
export const schedules = dueWork({
  name: 'automations',
  rows: store.scheduled,
  turn: ({ place, org, now }) =>
    inBatches(store.scheduled, org, now, async (row) => {
      const run = await org.transact(null, (mutation) => startScheduled(mutation, row as store.Stored, lateMsOf(place)))
      if (run) await runSteps(org, run.id)
    }),
})

/** Continues runs that were interrupted, and those that are retried. */
export const unfinishedRuns = dueWork({
  name: 'automation runs',
  rows: store.running,
  turn: ({ place, org, now }) =>
    inBatches(store.running, org, now, async ({ id }) => {
      const isLate = await org.transact(null, (mutation) => missIfLate(mutation, id, lateMsOf(place)))
      if (!isLate) await runSteps(org, id)
    }),
})
