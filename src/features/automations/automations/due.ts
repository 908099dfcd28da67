import { queueKeyOf } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import { backgroundWork, dueWork, problemsOf, type Workplace } from '#platform/timer'
import { leasedUntil, QueuedRequests } from '../../integrations/outgoing-webhooks/delivery-queue.ts'
import { scheduledMessageOptions } from '../../messages/scheduled-messages/options.ts'
import { makeCall } from './actions/make-call.ts'
import { continueRun, startScheduled } from './actions/run.ts'
import { runSteps } from './actions/run-steps.ts'
import * as store from './store.ts'

const batch = 100

const lateMsOf = ({ config }: Workplace): number => scheduledMessageOptions(config).lateDeliveryMinutes * 60_000

/** Due rows in batches, each row's work at the same time; yields what went wrong. */
export async function* inBatches<R extends { id: number }>(
  rows: { pages(org: Organization, page: { now: Date; size: number }): AsyncIterable<readonly R[]> },
  org: Organization,
  now: Date,
  work: (row: R) => Promise<void>,
): AsyncGenerator<unknown[]> {
  for await (const page of rows.pages(org, { now, size: batch }))
    yield problemsOf(await Promise.allSettled(page.map(work)))
}

/** Runs the remaining steps, and makes the call of the run if it has one. */
export async function continueSteps(org: Organization, runId: number): Promise<void> {
  if (await runSteps(org, runId)) org.services.workDue(automationCalls, org.now())
}

/** Starts scheduled runs. A run and the next due time are saved in one transaction, so each time starts one run. */
export const schedules = dueWork({
  name: 'automations',
  rows: store.scheduled,
  turn: ({ place, org, now }) =>
    inBatches(store.scheduled, org, now, async (row) => {
      const run = await org.transact(null, (mutation) => startScheduled(mutation, row as store.Stored, lateMsOf(place)))
      if (run) await continueSteps(org, run.id)
    }),
})

/** Continues runs that were interrupted, are retried, or have waited long enough. */
export const unfinishedRuns = dueWork({
  name: 'automation runs',
  rows: store.running,
  turn: ({ place, org, now }) =>
    inBatches(store.running, org, now, async ({ id }) => {
      if (await org.transact(null, (mutation) => continueRun(mutation, id, lateMsOf(place))))
        await continueSteps(org, id)
    }),
})

/** Makes the calls of runs at least once. A slow service delays only the automations that call it. */
export const automationCalls = backgroundWork({
  name: 'automation calls',
  rows: store.calls,
  begin: () => new QueuedRequests(),
  async turn({ place, org, now, underWay }) {
    for await (const rows of store.calls.leased(org, { now, until: leasedUntil(place.config, now) }))
      for (const row of rows)
        underWay.queues.add(row.id, queueKeyOf(org.id, row.bot_id), () =>
          callAndContinue(place, org, row, underWay.stop.signal).catch(
            (error: unknown) => void underWay.problems.push(error),
          ),
        )
  },
})

async function callAndContinue(...call: Parameters<typeof makeCall>): Promise<void> {
  const [, { services }] = call
  const next = await makeCall(...call)
  if (next) services.workDue(next.due === 'run' ? unfinishedRuns : automationCalls, next.at)
}
