import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlobStore, openBlobs } from '#platform/blobs'
import type { Organization } from '#platform/organization'
import { backgroundWork, later, type UnderWay, type Workplace } from '#platform/timer'
import { announceExports, archiveKey, newLink } from './actions.ts'
import { ExportCounts, type ExportFormat, type ExportType } from './api.ts'
import { writeArchive } from './archive/write.ts'
import { writeFullArchive } from './full/write.ts'
import type { ReportPercent } from './progress.ts'
import * as store from './store.ts'
import { writeZulipArchive } from './zulip/write.ts'

/** The running process renews its lease; after this time without renewal another process starts the archive again. */
const leaseMs = 60_000
const renewalMs = 20_000
const retryMs = 60_000
const maxAttempts = 3
/** Minimum time, or percentage, between progress events. */
const reportMs = 1_000
const reportPercent = 25

class Making implements UnderWay {
  readonly stop = new AbortController()
  readonly problems: unknown[] = []
  job: Promise<void> | undefined

  async idle(): Promise<void> {
    await this.job
  }
}

/**
 * Creates the requested archives in the background. If the process ends, the row becomes due soon, or at once after a
 * clean shutdown, and the archive is created again, up to three times.
 */
export const exportsDue = backgroundWork({
  name: 'exports',
  rows: store.wanted,
  begin: () => new Making(),
  async turn({ place, org, now, underWay }) {
    const row = underWay.job
      ? undefined
      : await org.transact(null, ({ tx }) => store.take(tx, org.id, now, new Date(now.getTime() + leaseMs)))
    if (row) underWay.job = makeThenNext(place, org, row, underWay)
    // wait until the previous archive is complete, or its process's lease expires
    else
      await org.transact(null, ({ tx }) =>
        store.wanted.postponeDue(tx, org.id, now, new Date(now.getTime() + renewalMs)),
      )
  },
})

async function makeThenNext(place: Workplace, org: Organization, row: store.ExportRow, making: Making): Promise<void> {
  const { signal } = making.stop
  const note = (error: unknown) => void making.problems.push(error)
  await make(place, org, row, signal, note).catch(note)
  making.job = undefined
  if (!signal.aborted) await next(org).catch(note)
}

const next = (org: Organization) =>
  org.transact(null, async ({ tx, now }) => {
    await store.hasten(tx, org.id, now)
    org.services.workDue(exportsDue, now)
  })

async function make(
  place: Workplace,
  org: Organization,
  row: store.ExportRow,
  signal: AbortSignal,
  note: (error: unknown) => void,
): Promise<void> {
  const setDue = (due_at: Date) => org.transact(null, ({ tx }) => store.update(tx, row.id, { due_at }))
  const renewal = setInterval(() => void setDue(later(place, leaseMs)).catch(note), renewalMs)
  renewal.unref()
  try {
    await attempt(place, org, row, signal)
  } catch (error) {
    clearInterval(renewal)
    if (signal.aborted)
      await org.transact(null, ({ tx }) =>
        store.update(tx, row.id, { due_at: place.now(), attempts: row.attempts - 1 }),
      )
    else if (row.attempts < maxAttempts) await setDue(later(place, retryMs))
    else await giveUp(org, row)
    if (!signal.aborted) throw new Error(`Export ${row.id} could not be made`, { cause: error })
  } finally {
    clearInterval(renewal)
  }
}

async function attempt(place: Workplace, org: Organization, row: store.ExportRow, signal: AbortSignal): Promise<void> {
  const folder = join(place.config.dataDir, 'exports')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // left by a killed process
  for (const name of await readdir(folder)) if (name.startsWith(`${row.id}-`)) await rm(join(folder, name))
  const path = join(folder, `${row.id}-${randomUUID()}.tar.gz`)
  const blobs = openBlobs(place.config)
  try {
    const counts = await write(row, { org, blobs, path, signal, progress: teller(org, row) })
    const { size } = await stat(path)
    signal.throwIfAborted()
    await blobs.put(archiveKey(row), { path })
    // remove it before reporting that it's done
    await rm(path, { force: true })
    await org.transact(null, async (mutation) => {
      await store.update(mutation.tx, row.id, {
        ...newLink(mutation.now),
        finished_at: mutation.now,
        due_at: null,
        size,
        counts: ExportCounts.parse(counts),
      })
      await announceExports(mutation, row.acting_user_id)
    })
  } finally {
    await rm(path, { force: true })
  }
}

interface Writing {
  readonly org: Organization
  readonly blobs: BlobStore
  readonly path: string
  readonly signal: AbortSignal
  readonly progress: ReportPercent
}

/** Secrets are never exported here: the archive can be downloaded. */
async function write(row: store.ExportRow, writing: Writing): Promise<ExportCounts> {
  const type = row.export_type as ExportType
  if ((row.format as ExportFormat) === 'zulip') return writeZulipArchive(writing)
  if (type === 'full_without_consent') return writeFullArchive({ ...writing, withSecrets: false })
  return writeArchive({ ...writing, type, actingUserId: row.acting_user_id })
}

function teller(org: Organization, row: store.ExportRow): ReportPercent {
  let told = { percent: 0, at: performance.now() }
  return async (percent) => {
    if (percent - told.percent < reportPercent && performance.now() - told.at < reportMs) return
    told = { percent, at: performance.now() }
    await org.transact(null, async (mutation) => {
      await store.update(mutation.tx, row.id, { percent })
      await announceExports(mutation, row.acting_user_id)
    })
  }
}

const giveUp = (org: Organization, row: store.ExportRow) =>
  org.transact(null, async (mutation) => {
    await store.update(mutation.tx, row.id, { failed_at: mutation.now, due_at: null })
    await announceExports(mutation, row.acting_user_id)
  })
