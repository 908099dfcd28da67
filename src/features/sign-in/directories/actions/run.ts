import type { BlobStore } from '#platform/blobs'
import type { Config } from '#platform/config'
import type { Organization } from '#platform/organization'
import { keepCommand } from '../../../people/audit-log/actions.ts'
import * as store from '../run-store.ts'
import { announceRun } from './runs.ts'
import { type Outcome, type Progress, synchronize } from './synchronize.ts'

/** The running process renews its lease; after this time without renewal another process continues. */
export const leaseMs = 60_000
const renewalMs = 20_000
const reportMs = 1_000

export class Stopped extends Error {}

interface Place {
  readonly config: Config
  readonly blobs: BlobStore
  now(): Date
}

interface Wish {
  readonly anyNumber?: boolean
  readonly signal?: AbortSignal
}

/**
 * Performs a run that this process has taken, reports progress to administrators, and stores the result. Throws Stopped
 * when a user stops it, and the signal's reason when that aborts.
 */
export async function perform(
  place: Place,
  org: Organization,
  row: store.RunRow,
  { anyNumber = false, signal }: Wish = {},
): Promise<Outcome> {
  const later = () => new Date(place.now().getTime() + leaseMs)
  let isStopped = false
  let saving: Promise<unknown> = Promise.resolve()
  const save = (changes: store.RunChanges): Promise<boolean> => {
    const saved = saving.then(() => saveRun(org, row.id, changes))
    saving = saved.catch(() => {})
    return saved
  }
  const renew = (changes: store.RunChanges = {}) =>
    void save({ ...changes, due_at: later() }).then(
      (isOpen) => {
        isStopped ||= !isOpen
      },
      // the next write reports the failure
      () => {},
    )
  const renewal = setInterval(renew, renewalMs)
  renewal.unref()
  let [at, told] = [Number.NEGATIVE_INFINITY, '']
  const tell = ({ phase, people, found }: Progress) => {
    signal?.throwIfAborted()
    if (isStopped) throw new Stopped()
    const now = performance.now()
    if (phase === told && now - at < reportMs) return
    ;[at, told] = [now, phase]
    renew({ phase, people, found: { counts: found.counts } })
  }
  try {
    const wanted = { config: place.config, blobs: place.blobs, org, isDryRun: row.dry_run, anyNumber }
    const result = await synchronize(wanted, tell)
    const { outcome, people, found, problem } = result
    await save({ outcome, people, found: { ...found }, problem, ended_at: place.now(), due_at: null })
    if (result.hasChanges && !row.dry_run) await keepInAuditLog(org, result)
    return result
  } finally {
    clearInterval(renewal)
    await saving
  }
}

/** Returns false if the run has ended. */
export const saveRun = (org: Organization, id: number, changes: store.RunChanges): Promise<boolean> =>
  org.transact(null, async (mutation) => {
    const row = await store.update(mutation.tx, id, changes)
    if (row) announceRun(mutation, row)
    return row !== undefined
  })

const keepInAuditLog = (org: Organization, { found }: Outcome): Promise<void> =>
  org.transact(null, (mutation) =>
    keepCommand(mutation, 'directory sync', { ...found.counts, changes: found.changes }, 'server'),
  )
