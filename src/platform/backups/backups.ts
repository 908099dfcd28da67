import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '#contract'
import { type Config, parseInterval } from '#platform/config'
import { copyOnline, type Driver, type ReportWork } from '#platform/db'
import type { Order } from './backup.ts'
import { BackupBusyError } from './backup-lock.ts'
import { Child } from './child.ts'
import { type BackupRecord, type BucketAccess, placeOf, recordsIn, requireSound } from './place.ts'
import type { Task } from './program.ts'

/** Free space that must remain while a backup runs next to the database. */
const spareBytes = 256 * 2 ** 20
/** Don't add a backup to the load of starting up. */
const firstLookMs = 5 * 60_000
const looksMs = 60_000
const retryMs = 30 * 60_000
/** How long the list of backups is cached; changes by this process invalidate it at once. */
const freshMs = 5 * 60_000

/** Milliseconds between backups; undefined if turned off. */
export function intervalOf({ backupEvery, databaseUrl }: Config): number | undefined {
  return parseInterval(backupEvery ?? (databaseUrl ? 'off' : '6h'))
}

interface Options {
  readonly config: Config
  readonly driver: Driver
  readonly now: () => Date
  /** Called for problems that don't affect the backup itself. */
  readonly warned?: (text: string) => void
  /** Called for each new backup. */
  readonly made?: (record: BackupRecord, ms: number) => void
}

interface Wish {
  readonly to?: string | undefined
  readonly access?: BucketAccess | undefined
  readonly keyFile?: string | undefined
  readonly isBeforeUpgrade?: boolean | undefined
  readonly isSkippable?: boolean | undefined
}

export interface BackupState {
  /** Newest first. */
  readonly backups: readonly BackupRecord[]
  /** Milliseconds between backups; null if turned off. */
  readonly everyMs: number | null
  /** The last failed attempt of this process. */
  readonly failure: { readonly at: Date; readonly reason: string } | null
}

/** Makes, checks, and removes backups: one task at a time, each in a child process. */
export class Backups {
  readonly #config: Config
  readonly #driver: Driver
  readonly #now: () => Date
  readonly #warned: (text: string) => void
  readonly #made: (record: BackupRecord, ms: number) => void
  #last: Promise<unknown> = Promise.resolve()
  #child: Child | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopping = false
  readonly #stopped = new AbortController()
  #copying: Promise<void> | undefined
  #failure: BackupState['failure'] = null
  #read: { readonly at: number; readonly records: Promise<BackupRecord[]> } | undefined
  failures = 0

  constructor({ config, driver, now, warned = () => {}, made = () => {} }: Options) {
    this.#config = config
    this.#driver = driver
    this.#now = now
    this.#warned = warned
    this.#made = made
  }

  async state(): Promise<BackupState> {
    const now = Date.now()
    if (!this.#read || now - this.#read.at > freshMs) {
      const records = recordsIn(placeOf(this.#config))
      records.catch(() => {})
      this.#read = { at: now, records }
    }
    const everyMs = intervalOf(this.#config) ?? null
    return { backups: await this.#read.records, everyMs, failure: this.#failure }
  }

  /** Makes a backup, checks it with a trial restore unless `check` is false, and applies the keep rules. */
  async make({
    check = true,
    progress,
    ...wish
  }: Wish & { check?: boolean; progress?: ReportWork | undefined } = {}): Promise<BackupRecord> {
    const showsProgress = progress !== undefined
    const begun = performance.now()
    const record = await this.#counted(() =>
      this.#alone(wish, (order) => this.#perform({ make: true, check, showsProgress, order }, progress)),
    )
    this.#made(record, Math.round(performance.now() - begun))
    return record
  }

  /** Runs a trial restore and records its result. */
  async check(name: string, wish: Wish = {}): Promise<BackupRecord> {
    this.#read = undefined
    return this.#alone(wish, (order) => this.#perform({ check: name, order }))
  }

  /** Copies the embedded database's files, consistently, into a folder that must not exist yet. */
  async copyFiles(folder: string): Promise<void> {
    this.#copying = this.#copy(folder)
    await this.#copying
  }

  /** Makes a backup if one is due, else returns undefined. Failed backups are retried sooner. */
  async makeIfDue(): Promise<BackupRecord | undefined> {
    const everyMs = intervalOf(this.#config)
    if (everyMs === undefined) return undefined
    const [newest] = await recordsIn(placeOf(this.#config))
    const now = this.#now().getTime()
    const soonerMs = Math.min(everyMs, retryMs)
    const madeAt = newest ? Date.parse(newest.made_at) : 0
    if (newest?.check === null && newest.check_failure && now < madeAt + everyMs)
      return now < Date.parse(newest.check_failure.at) + soonerMs ? undefined : this.#recheck(newest.name)
    const failedAt = this.#failure?.at.getTime() ?? 0
    const dueAt = failedAt > madeAt ? failedAt + soonerMs : madeAt + everyMs
    if (now < dueAt) return undefined
    return this.make({ isSkippable: true }).catch((error: unknown) => {
      if (!(error instanceof BackupBusyError)) throw error
      return undefined
    })
  }

  start(failed: (error: unknown) => void): void {
    const everyMs = intervalOf(this.#config)
    if (everyMs === undefined) return
    const look = async () => {
      await this.makeIfDue().catch((error: unknown) => !this.#isStopping && failed(error))
      if (!this.#isStopping) this.#timer = setTimeout(look, looksMs).unref()
    }
    this.#timer = setTimeout(look, Math.min(firstLookMs, everyMs)).unref()
  }

  /** Stops the current task; an unfinished archive is never listed as a backup. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    this.#stopped.abort()
    await this.#child?.end()
    await this.#copying?.catch(() => {})
    await this.#last.catch(() => {})
  }

  async #recheck(name: string): Promise<BackupRecord> {
    return this.#counted(async () => requireSound(await this.check(name)))
  }

  /** Remembers whether work that yields a backup failed. */
  async #counted(work: () => Promise<BackupRecord>): Promise<BackupRecord> {
    try {
      const record = await work()
      this.#failure = null
      return record
    } catch (error) {
      if (error instanceof BackupBusyError) throw error
      this.failures++
      this.#failure = { at: this.#now(), reason: (error as Error).message }
      throw error
    } finally {
      this.#read = undefined
    }
  }

  async #alone(
    { to, access, keyFile, isBeforeUpgrade, isSkippable }: Wish,
    work: (order: Order) => Promise<BackupRecord>,
  ): Promise<BackupRecord> {
    const before = this.#last
    const run = async () => {
      await before.catch(() => {})
      if (this.#isStopping) throw new Error('the server is stopping')
      const workplace = join(this.#config.dataDir, 'backup.work')
      // processes on one database server may share the folder; an embedded database has only one process
      await removeLeft(workplace, this.#driver.kind === 'embedded' ? 0 : dayMs)
      const folder = join(workplace, randomUUID())
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        const config = keyFile === undefined ? this.#config : { ...this.#config, backupKeyFile: keyFile }
        const now = this.#now().toISOString()
        return await work({ config, to, access, isBeforeUpgrade, isSkippable, work: folder, now })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    }
    const running = run()
    this.#last = running
    return running
  }

  async #perform(task: Task, progress?: ReportWork): Promise<BackupRecord> {
    this.#child = new Child(this.#config.backupNice)
    try {
      const copy = (folder: string) => {
        this.#copying = this.#copy(folder)
        return this.#copying
      }
      return await this.#child.perform(task, { copy, warned: this.#warned, progress })
    } finally {
      this.#child = undefined
    }
  }

  async #copy(folder: string): Promise<void> {
    const from = join(this.#config.dataDir, 'database')
    const needed = (await sizeOf(from)) + spareBytes
    const { bavail, bsize } = await statfs(this.#config.dataDir)
    if (bavail * bsize < needed)
      throw new Error(
        `there is no room for a copy of the database: ${needed} bytes are needed, ${bavail * bsize} are free`,
      )
    await copyOnline(this.#driver, from, folder, this.#stopped.signal)
  }
}

async function removeLeft(folder: string, ageMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && found.mtimeMs <= Date.now() - ageMs) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Total size of a folder in bytes. */
export async function sizeOf(folder: string): Promise<number> {
  let total = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) total += await sizeOf(path)
    else total += (await stat(path).catch(() => undefined))?.size ?? 0
  }
  return total
}
