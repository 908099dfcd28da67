import { openBlobs } from '#platform/blobs'
import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { backgroundWork, type UnderWay, type Workplace } from '#platform/timer'
import { directoriesOf } from './access.ts'
import { leaseMs, perform, Stopped, saveRun } from './actions/run.ts'
import { requestRun } from './actions/runs.ts'
import { directoryOptions } from './options.ts'
import * as store from './run-store.ts'

const retryMs = 60_000
const maxAttempts = 3
/** Per process, for all organizations. */
const maxAtOnce = 4
const turnMs = 5_000

class Synchronizing implements UnderWay {
  readonly stop = new AbortController()
  readonly problems: unknown[] = []
  readonly jobs = new Set<Promise<void>>()

  async idle(): Promise<void> {
    while (this.jobs.size > 0) await Promise.all(this.jobs)
  }
}

/**
 * Performs due runs in the background. If the process ends, the row becomes due soon, or at once after a clean
 * shutdown, and the run starts again; changes aren't applied twice.
 */
export const directoriesDue = backgroundWork({
  name: 'directories',
  rows: store.wanted,
  begin: () => new Synchronizing(),
  async turn({ place, org, now, underWay }) {
    if (underWay.jobs.size >= maxAtOnce)
      return void (await org.transact(null, ({ tx }) =>
        store.wanted.postponeDue(tx, org.id, now, new Date(now.getTime() + turnMs)),
      ))
    const row = await org.transact(null, ({ tx }) => store.take(tx, org.id, now, new Date(now.getTime() + leaseMs)))
    if (!row) return
    const job = attempt(place, org, row, underWay)
      .catch((problem) => void underWay.problems.push(problem))
      .finally(() => underWay.jobs.delete(job))
    underWay.jobs.add(job)
  },
})

async function attempt(place: Workplace, org: Organization, row: store.RunRow, { stop }: Synchronizing): Promise<void> {
  const { config } = place
  const blobs = openBlobs(config)
  try {
    await perform({ config, blobs, now: () => place.now() }, org, row, { signal: stop.signal })
  } catch (error) {
    if (error instanceof Stopped) return
    if (stop.signal.aborted)
      return void (await saveRun(org, row.id, { due_at: place.now(), attempts: row.attempts - 1, phase: null }))
    const due_at = new Date(place.now().getTime() + retryMs)
    if (row.attempts < maxAttempts) await saveRun(org, row.id, { due_at, phase: null })
    else {
      const problem = 'Something went wrong; the log of the server says what.'
      await saveRun(org, row.id, { outcome: 'failed', problem, ended_at: place.now(), due_at: null })
    }
    throw new Error(`Synchronisation ${row.id} could not be finished`, { cause: error })
  }
}

/** Schedules a run if the last one is long enough ago; with several processes, the first one does. */
export const synchronisations: Repeated = {
  name: 'synchronisations with directories',
  everySecs: 60,
  async run(org, server) {
    const { directorySyncMinutes: minutes } = directoryOptions(server.config)
    if (minutes === 0 || directoriesOf(server.config, org).length === 0) return
    const isDue = (last: store.RunRow | undefined) =>
      !last || (last.outcome !== null && last.requested_at.getTime() + minutes * 60_000 <= server.now().getTime())
    if (!isDue(await org.db.read((tx) => store.lastInEarnest(tx, org.id)))) return
    const row = await org.transact(null, async (mutation) => {
      if (!isDue(await store.lastInEarnest(mutation.tx, org.id)) || (await store.open(mutation.tx, org.id)))
        return undefined
      return requestRun(mutation, { by: null, isDryRun: false })
    })
    if (row) server.timer.sooner(directoriesDue, row.requested_at)
  },
  async wakes(org, { config, now }) {
    const { directorySyncMinutes: minutes } = directoryOptions(config)
    if (minutes === 0 || directoriesOf(config, org).length === 0) return null
    const last = await org.db.read((tx) => store.lastInEarnest(tx, org.id))
    return new Date((last?.requested_at ?? now()).getTime() + minutes * 60_000)
  },
}
