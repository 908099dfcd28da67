import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config'
import { type Database, raw } from '#platform/db'
import type { DueWork } from '#platform/timer'

/** The scheduled jobs of one kind. */
interface JobSample {
  readonly name: string
  /** Jobs whose time has come, at most {@link maxCounted}. */
  readonly overdue: number
  /** How long the longest has waited, in seconds. */
  readonly waitSecs: number
}

/** What a look at the database says about the server. */
export interface ServerSample {
  readonly at: Date
  readonly jobs: readonly JobSample[]
  /** Emails in the outbox, including those that are retried later, at most {@link maxCounted}. */
  readonly mail: { readonly waiting: number; readonly oldestSecs: number }
  readonly database: { readonly version: string; readonly bytes: number; readonly walBytes: number }
}

/** perf: counting stops here, so that a backlog doesn't make looking at it slow. */
export const maxCounted = 10_000
/** How long a sample is used, for scrapes and views together. */
const freshMs = 15_000

const patienceMs = 1_000

interface Sampled {
  readonly config: Config
  readonly db: Database
  now(): Date
}

/** Takes samples, at most one at a time, and at most every 15 seconds. */
export class Sampler {
  readonly #of: Sampled
  readonly #works: readonly DueWork[]
  #last: { readonly at: number; readonly sample: Promise<ServerSample> } | undefined

  constructor(of: Sampled, works: readonly DueWork[]) {
    this.#of = of
    this.#works = works
  }

  take(): Promise<ServerSample> {
    if (!this.#last || performance.now() - this.#last.at > freshMs) {
      const sample = this.#look()
      sample.catch(() => {
        this.#last = undefined
      })
      this.#last = { at: performance.now(), sample }
    }
    return this.#last.sample
  }

  async #look(): Promise<ServerSample> {
    const { config, db, now } = this.#of
    if (!(await db.answersWithin(patienceMs))) throw new Error("The database doesn't answer")
    const at = now()
    const secondsSince = (time: Date | null | undefined) =>
      time ? Math.max(0, (at.getTime() - time.getTime()) / 1000) : 0
    const found = await db.read(async (tx) => {
      const jobs: JobSample[] = []
      for (const { name, nextDue, overdue } of this.#works) {
        if (!overdue) continue
        const waitSecs = secondsSince(await nextDue(tx))
        jobs.push({ name, waitSecs, overdue: waitSecs === 0 ? 0 : await overdue(tx, at, maxCounted) })
      }
      const [mail] = await raw<{ waiting: number; oldest: Date | null }>(
        tx,
        // perf: one statement, and the count stops at the limit
        `select (select count(*) from (select 1 from outgoing_mail limit $1) as counted)::int as waiting,
           (select created_at from outgoing_mail order by id limit 1) as oldest`,
        [maxCounted],
      )
      const [database] = await raw<{ version: string; bytes: number }>(
        tx,
        `select current_setting('server_version') as version,
           pg_database_size(current_database())::float8 as bytes`,
        [],
      )
      return {
        jobs,
        mail: { waiting: mail?.waiting ?? 0, oldestSecs: secondsSince(mail?.oldest) },
        database: { version: database?.version ?? '', bytes: Number(database?.bytes ?? 0) },
      }
    })
    const walBytes = await (db.embedded ? folderBytes(join(config.dataDir, 'database/pg_wal')) : serverWal(db))
    return { at, ...found, database: { ...found.database, walBytes } }
  }
}

/** Requires the role pg_monitor; NaN without it. */
const serverWal = (db: Database): Promise<number> =>
  db
    .read((tx) => raw<{ bytes: number }>(tx, 'select sum(size)::float8 as bytes from pg_ls_waldir()', []))
    .then(([row]) => Number(row?.bytes ?? Number.NaN))
    .catch(() => Number.NaN)

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => undefined)
  if (!names) return Number.NaN
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
