import { ApiError, type UserId } from '#contract'
import { type CostAccount, type Database, DatabaseUnavailable, raw, type Session, type Tx } from '#platform/db'
import { DiskFull } from '#platform/disk'
import { append, type Entry, lastPosition } from '#platform/events'
import { queueKeyOf } from '#platform/fair-queues'
import { Batch } from './batch.ts'
import { type Job, Jobs } from './jobs.ts'
import type { OpenMutation } from './mutation.ts'

export interface Written {
  readonly id: number
  readonly db: Database
  /** Whether other processes write for it too, or would if this one stalled. */
  readonly hasOthers: boolean
  readonly position: number
  now(): Date
  /** `position` includes the events of earlier mutations in the same commit. */
  openMutation(batch: Batch, viewerId: UserId | null, now: Date, written: () => boolean, position: number): OpenMutation
  catchUp(tx: Tx, position: number): Promise<void>
  /** Adopts committed entries: updates memory, then wakes waiting clients. */
  committed(entries: Entry[], tx: Tx): Promise<void>
  /** IDs drawn from sequences and not used; only if no other process draws any. */
  readonly spareIds: Map<string, number[]>
  /** Marks memory as possibly wrong after a failure. */
  invalidate(): void
  revalidate(): Promise<void>
}

export interface WriteOptions {
  /** Runs in its own commit, so that earlier mutations don't wait for a long one. */
  readonly alone?: boolean
  /** Rolls everything back, and still returns the result. */
  readonly isDryRun?: boolean
}

const maxPerCommit = 64
/** Stops adding mutations to a commit after this time, to bound the wait of the first ones. */
const maxMsPerCommit = 50
const lock = 'select pg_advisory_xact_lock($1)'
/** Times out an idle transaction so that a stalled process releases the lock. */
const lockFromOthers = `select pg_advisory_xact_lock($1), set_config('idle_in_transaction_session_timeout', '1500', true)`
/** Maximum number of commits in a row that fail to begin before queued mutations fail. */
const maxFailures = 2
/** Any other statement may have changed something. */
const isSelect = /^\s*select\b/i

/** The queue of a writer, which uses the database for all users' mutations as one. */
export const writerQueueKey = (orgId: number): string => queueKeyOf(orgId, 'writer')

/**
 * Runs an organization's writes one after the other. Acts that arrive during a commit share the next one, which is much
 * cheaper. Changing mirrored data ends the batch, so every mutation sees exact memory. See docs/decisions on serialized
 * writes.
 */
export class Writer {
  readonly #org: Written
  readonly #jobs: Jobs
  #running = false
  #restarts = 0
  #failures = 0

  /** Accounts the writer's own database time to the writer's queue. */
  readonly #costAccount: CostAccount

  constructor(org: Written) {
    this.#org = org
    this.#jobs = new Jobs(org.id)
    this.#costAccount = { queueKey: writerQueueKey(org.id), charge() {} }
  }

  get isBusy(): boolean {
    return this.#running
  }

  transact<T>(
    viewerId: UserId | null,
    work: (mutation: OpenMutation) => Promise<T>,
    costAccount?: CostAccount,
    { alone = false, isDryRun = false }: WriteOptions = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#push({
        ...{ viewerId, work, resolve: resolve as (value: unknown) => void, reject, costAccount },
        // a rollback would undo the mutations before it
        ...{ alone: alone || isDryRun, isDryRun },
      })
    })
  }

  /** Runs alone between two commits: this process writes nothing until it ends, and memory doesn't change. */
  exclusive<T>(work: () => Promise<T>, costAccount?: CostAccount): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job = {
        viewerId: null,
        work: async () => {},
        exclusive: work,
        resolve: resolve as (value: unknown) => void,
        reject,
        costAccount,
      }
      this.#push(job)
    })
  }

  #push(job: Job): void {
    this.#jobs.add(job)
    if (this.#running) return
    this.#running = true
    // one turn later, so that requests that arrive together share a commit
    setImmediate(() => void this.#run())
  }

  async #run(): Promise<void> {
    while (this.#jobs.length > 0) {
      const next = this.#jobs.peek() as Job
      if (next.exclusive) {
        this.#jobs.take()
        await next.exclusive().then(next.resolve, next.reject)
      } else {
        await this.#commit()
      }
    }
    this.#running = false
  }

  #refuse(error: unknown): void {
    this.#failures = 0
    for (let job = this.#jobs.take(); job; job = this.#jobs.take()) job.reject(error)
  }

  async #commit(): Promise<void> {
    const org = this.#org
    const done: { job: Job; result: unknown }[] = []
    let wrote = false
    let stage: 'open' | 'committing' | 'committed' = 'open'
    const batch = new Batch(org, () => Math.min(this.#jobs.length + 1, maxPerCommit))
    let session: Session
    try {
      // PostgreSQL shuts down if it can't write its log, and then reads fail too
      if (org.db.isFull()) throw new DiskFull()
      await org.revalidate()
      session = await org.db.session(
        (statement) => {
          if (!isSelect.test(statement)) wrote = true
          return batch.flush()
        },
        undefined,
        // on a server, some connections are reserved for writers
        org.db.embedded ? this.#costAccount : undefined,
      )
    } catch (error) {
      this.#refuse(error)
      return
    }
    // after a crash, the database may return IDs of a lost transaction again
    if (this.#restarts !== org.db.restarts) org.spareIds.clear()
    this.#restarts = org.db.restarts
    const { tx, later, begin, run, release } = session
    session.costAccount = this.#costAccount
    batch.tx = tx
    batch.later = later
    let current: Job | undefined
    try {
      await begin()
      if (!org.db.embedded) {
        await raw(tx, org.hasOthers ? lockFromOthers : lock, [org.id])
        await org.catchUp(tx, await lastPosition(tx, org.id))
      }
      const now = org.now()
      const until = performance.now() + maxMsPerCommit
      const entries: Entry[] = []
      let taken = 0
      for (;;) {
        const job = this.#jobs.peek()
        if (!job || job.exclusive || done.length >= maxPerCommit || (job.alone && done.length > 0)) break
        if (taken++ > 0 && performance.now() > until) break
        this.#jobs.take()
        current = job
        wrote = false
        this.#failures = 0
        const mutation = org.openMutation(batch, job.viewerId, now, () => wrote, org.position + entries.length)
        try {
          session.costAccount = job.costAccount
          const result = await job.work(mutation)
          session.costAccount = this.#costAccount
          mutation.close()
          if (job.isDryRun) {
            await run('rollback')
            job.resolve(result)
            return
          }
          mutation.place(entries)
          current = undefined
          done.push({ job, result })
          if (mutation.changesMemory || job.alone) break
        } catch (error) {
          session.costAccount = this.#costAccount
          mutation.close()
          if (!wrote && !batch.changedBy(mutation) && error instanceof ApiError) {
            current = undefined
            job.reject(error)
            continue
          }
          // the database is gone, so everything was rolled back; #fail answers each mutation
          if (error instanceof DatabaseUnavailable) throw error
          await run('rollback')
          // the earlier mutations didn't fail, or their rows made this one fail: retry each in its own commit
          const again = done.map(({ job }) => ({ ...job, alone: true }))
          if (error instanceof ApiError || again.length === 0) job.reject(error)
          else again.push({ ...job, alone: true })
          this.#jobs.again(again)
          return
        }
      }
      await batch.flush()
      if (entries.length > 0) await append(later, org.id, entries, now)
      stage = 'committing'
      await run('commit')
      stage = 'committed'
      await org.committed(entries, tx)
      batch.committed()
    } catch (error) {
      await run('rollback').catch(() => {})
      org.invalidate()
      const others = done.map(({ job }) => job)
      // an idle connection may have been lost: retry with another one, but not forever
      if (!current && others.length === 0 && stage === 'open') {
        if (++this.#failures >= maxFailures) this.#refuse(error)
      } else {
        // what the database refuses, also of the statements that run with the commit, isn't committed
        const canBeCommitted = stage === 'committed' || (stage === 'committing' && error instanceof DatabaseUnavailable)
        this.#fail(error, current, others, canBeCommitted)
      }
      return
    } finally {
      release()
    }
    for (const { job, result } of done) job.resolve(result)
  }

  /** Settles or requeues each mutation of a failed commit. Requeued mutations run alone, so this terminates. */
  #fail(error: unknown, current: Job | undefined, others: Job[], canBeCommitted: boolean): void {
    // don't run anything twice
    if (canBeCommitted || (!current && others.length === 1)) {
      for (const job of others) job.reject(error)
      return
    }
    // don't retry a mutation that crashed the database; the others didn't cause it
    if (current && (others.length === 0 || error instanceof DatabaseUnavailable)) current.reject(error)
    else if (current) others.push(current)
    else if (error instanceof DatabaseUnavailable) {
      for (const job of others) job.reject(error)
      return
    }
    this.#jobs.again(others.map((job) => ({ ...job, alone: true })))
  }
}
