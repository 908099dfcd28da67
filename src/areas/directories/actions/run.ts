import type { BlobStore } from '#platform/blobs'
import type { Config } from '#platform/config'
import type { Organization } from '#platform/organization'
import { keepCommand } from '../../audit-log/actions.ts'
import * as store from '../run-store.ts'
import { tellOfRun } from './runs.ts'
import { type Outcome, type Progress, synchronize } from './synchronize.ts'

/** Whoever is at work says again and again that it still is; else another process goes on after this time. */
export const leaseMs = 60_000
const renewalMs = 20_000
/** How often it is told how far it is. */
const tellMs = 1_000

/** Somebody has stopped it. */
export class Stopped extends Error {}

interface Place {
  readonly config: Config
  readonly blobs: BlobStore
  now(): Date
}

interface Wish {
  readonly anyNumber?: boolean
  /** Aborted when the process is to end. */
  readonly signal?: AbortSignal
}

/**
 * Does the synchronisation that this process has taken, tells administrators how far it is, and keeps what became of it.
 * Throws Stopped when somebody ends it, and what the signal says.
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
      // what fails is told by whatever it writes next
      () => {},
    )
  const renewal = setInterval(renew, renewalMs)
  renewal.unref()
  let [at, told] = [Number.NEGATIVE_INFINITY, '']
  const tell = ({ phase, people, found }: Progress) => {
    signal?.throwIfAborted()
    if (isStopped) throw new Stopped()
    const now = performance.now()
    if (phase === told && now - at < tellMs) return
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

/** Keeps how far it is; whether it goes on. */
export const saveRun = (org: Organization, id: number, changes: store.RunChanges): Promise<boolean> =>
  org.write(null, async (act) => {
    const row = await store.update(act.tx, id, changes)
    if (row) tellOfRun(act, row)
    return row !== undefined
  })

const keepInAuditLog = (org: Organization, { found }: Outcome): Promise<void> =>
  org.write(null, (act) => keepCommand(act, 'directory sync', { ...found.counts, changes: found.changes }, 'server'))
