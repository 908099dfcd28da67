import { createWriteStream } from 'node:fs'
import { link, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type BlobStore, DiskBlobs, openBlobs } from '#platform/blobs'
import type { Organization } from '#platform/organization'
import { backgroundWork, later, type UnderWay, type Workplace } from '#platform/timer'
import { blobKey } from '../../messages/attachments/paths.ts'
import { announceImport, reportKey } from './actions/requests.ts'
import { runImport } from './actions/run.ts'
import type { SourceName } from './api.ts'
import { Unreadable } from './records.ts'
import * as store from './request-store.ts'
import type { Outcome, Progress } from './task.ts'

/** The running process renews its lease; after this time without renewal another process resumes the import. */
const leaseMs = 60_000
const renewalMs = 20_000
const retryMs = 60_000
const maxAttempts = 5
/** Minimum time between progress events. */
const reportMs = 1_000

class Importing implements UnderWay {
  readonly stop = new AbortController()
  readonly problems: unknown[] = []
  job: Promise<void> | undefined

  async idle(): Promise<void> {
    await this.job
  }
}

class Stopped extends Error {}

const here = new WeakMap<Organization, Telling>()

export const stopHere = (org: Organization, id: number): void => here.get(org)?.stop(id)

/**
 * Runs the imports that owners requested, in the background. If the process ends, the row becomes due soon, or at once
 * after a clean shutdown, and the import is resumed.
 */
export const importsDue = backgroundWork({
  name: 'imports',
  rows: store.wanted,
  begin: () => new Importing(),
  async turn({ place, org, now, underWay }) {
    const row = underWay.job
      ? undefined
      : await org.transact(null, ({ tx }) => store.take(tx, org.id, now, new Date(now.getTime() + leaseMs)))
    if (row)
      underWay.job = attempt(place, org, row, underWay)
        .catch((problem) => void underWay.problems.push(problem))
        .finally(() => {
          underWay.job = undefined
        })
    // wait until the import of another organization ends
    else
      await org.transact(null, ({ tx }) =>
        store.wanted.postponeDue(tx, org.id, now, new Date(now.getTime() + renewalMs)),
      )
  },
})

async function attempt(place: Workplace, org: Organization, row: store.RequestRow, { stop }: Importing): Promise<void> {
  const told = new Telling(place, org, row, stop.signal)
  here.set(org, told)
  try {
    const { outcome, size } = await takeIn(place, org, row, (progress) => told.tell(progress))
    const { counts, lost, changed, never_there } = outcome
    const found = { counts, lost, changed, never_there }
    await told.end({ outcome: 'done', percentage: 100, report_size: size, found })
  } catch (error) {
    if (error instanceof Stopped) return
    if (stop.signal.aborted)
      return void (await told.save({ due_at: place.now(), attempts: row.attempts - 1, phase: null }))
    if (error instanceof Unreadable) return told.end({ outcome: 'failed', problem: error.message.slice(0, 1_000) })
    if (row.attempts < maxAttempts) await told.save({ due_at: later(place, retryMs), phase: null })
    else await told.end({ outcome: 'failed', problem: 'Something went wrong; the log of the server says what.' })
    throw new Error(`Import ${row.id} could not be finished`, { cause: error })
  } finally {
    here.delete(org)
    await told.settled()
  }
}

async function takeIn(
  place: Workplace,
  org: Organization,
  row: store.RequestRow,
  tell: (progress: Progress) => void,
): Promise<{ outcome: Outcome; size: number }> {
  const { config } = place
  const blobs = openBlobs(config)
  const folder = join(config.dataDir, 'imports', `request-${row.id}`)
  // left by a killed process
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const report = join(folder, 'report.txt')
    const request = {
      ...{ source: row.source as SourceName, file: await archiveOf(blobs, row, folder), fileName: row.file_name },
      ...{ into: { org }, isDryRun: row.dry_run, grantRoles: row.grant_roles, download: row.download, report },
    }
    const { organizationUrl } = org.services
    const workshop = { config, blobs, db: place.db, now: () => place.now(), organizationUrl }
    const outcome = await runImport(workshop, request, tell)
    await blobs.put(reportKey(row), { path: report })
    return { outcome, size: (await stat(report)).size }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A link or a copy with the file's extension; it stays while the import runs, even if the upload is deleted. */
async function archiveOf(blobs: BlobStore, { path_id, file_name }: store.RequestRow, folder: string): Promise<string> {
  const [ending = ''] = /\.(?:zip|jsonl?|tgz|tar(?:\.gz)?|gz)$/i.exec(file_name) ?? []
  const file = join(folder, `archive${ending.toLowerCase()}`)
  const key = blobKey(path_id)
  if (blobs instanceof DiskBlobs)
    try {
      await link(blobs.pathOf(key), file)
      return file
    } catch {
      // on another disk, or gone
    }
  const bytes = await blobs.stream(key)
  if (!bytes) throw new Unreadable('the archive was deleted')
  await pipeline(bytes, createWriteStream(file))
  return file
}

type Changes = Parameters<typeof store.update>[2]

class Telling {
  readonly #place: Workplace
  readonly #org: Organization
  readonly #row: store.RequestRow
  readonly #signal: AbortSignal
  #at = Number.NEGATIVE_INFINITY
  #phase: Progress['phase'] | undefined
  #percentage: number
  #saving: Promise<unknown> = Promise.resolve()
  #isStopped = false
  #renewal: NodeJS.Timeout

  constructor(place: Workplace, org: Organization, row: store.RequestRow, signal: AbortSignal) {
    this.#place = place
    this.#org = org
    this.#row = row
    this.#signal = signal
    this.#percentage = row.percentage
    this.#renewal = setInterval(() => this.#begin({}), renewalMs)
    this.#renewal.unref()
  }

  /** Throws if the import must end. */
  tell({ phase, percentage, messages, counts }: Progress): void {
    this.#signal.throwIfAborted()
    if (this.#isStopped) throw new Stopped()
    const now = performance.now()
    if (phase === this.#phase && now - this.#at < reportMs) return
    this.#phase = phase
    this.#at = now
    // a resumed import reads the archive again; don't let its percentage go back
    this.#percentage = Math.max(this.#percentage, percentage)
    this.#begin({ phase, percentage: this.#percentage, messages, found: { counts } })
  }

  stop(id: number): void {
    this.#isStopped ||= id === this.#row.id
  }

  save(changes: Changes): Promise<boolean> {
    const saved = this.#saving.then(() =>
      this.#org.transact(null, async (mutation) => {
        const row = await store.update(mutation.tx, this.#row.id, changes)
        if (row) announceImport(mutation, row)
        return row !== undefined
      }),
    )
    this.#saving = saved.catch(() => {})
    return saved
  }

  async end(changes: Changes): Promise<void> {
    await this.save({ ...changes, ended_at: this.#place.now(), due_at: null })
  }

  async settled(): Promise<void> {
    clearInterval(this.#renewal)
    await this.#saving
  }

  #begin(changes: Changes): void {
    void this.save({ ...changes, due_at: later(this.#place, leaseMs) }).then(
      (isOpen) => {
        this.#isStopped ||= !isOpen
      },
      // the import's next write reports the failure
      () => {},
    )
  }
}
