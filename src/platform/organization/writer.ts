import { ApiError, type UserId } from '#contract'
import { type CostAccount, type Database, DatabaseUnavailable, raw, type Session, type Tx } from '#platform/db'
import { DiskFull } from '#platform/disk'
import { append, type Entry, lastPosition } from '#platform/events'
import { queueKeyOf } from '#platform/fair-queues'
import { Batch } from './batch.ts'
import { type Job, Jobs } from './jobs.ts'
import type { OpenMutation } from './mutation.ts'

/** What a writer needs of its organization. */
export interface Written {
  readonly id: number
  readonly db: Database
  /** Whether other processes write for it, too, or would. */
  readonly hasOthers: boolean
  readonly position: number
  now(): Date
  /** `position` counts the events of the acts before it, which may be part of the same commit. */
  openMutation(batch: Batch, viewerId: UserId | null, now: Date, written: () => boolean, position: number): OpenMutation
  /** Adopts what other processes have committed up to a position. */
  catchUp(tx: Tx, position: number): Promise<void>
  /** Adopts entries that are committed now: memory follows, then whoever waits is woken. */
  committed(entries: Entry[], tx: Tx): Promise<void>
  /** Ids that this process took from a sequence and has not used; only where no other process takes any. */
  readonly spareIds: Map<string, number[]>
  /** Memory may be wrong after a failure. */
  invalidate(): void
  /** Loads memory that may be wrong. */
  revalidate(): Promise<void>
}

export interface WriteOptions {
  /** In a commit of its own: what takes long should not keep those waiting whose acts came before it. */
  readonly alone?: boolean
}

const maxPerCommit = 64
/** Who waits for this commit, or for the database meanwhile, does not wait for more acts than begin in this time. */
const maxMsPerCommit = 50
const lock = 'select pg_advisory_xact_lock($1)'
/** A process that stands still lets go of the lock when others take its work over. */
const lockFromOthers = `select pg_advisory_xact_lock($1), set_config('idle_in_transaction_session_timeout', '1500', true)`
/** How often in a row a commit may fail to begin before those who wait for it are told. */
const maxFailures = 2
/** Anything else may have changed something. */
const isSelect = /^\s*select\b/i

/** A writer takes its turns at the database as one: everybody's acts are in it. */
export const writerQueueKey = (orgId: number): string => queueKeyOf(orgId, 'writer')

/**
 * Writes of one organization, one after the other. Acts that arrive while a commit is under way share the next one:
 * under load a message costs a fraction of a commit. An act that changes what memory mirrors ends its batch, so that
 * every act sees memory that is exact. See docs/decisions on serialized writes.
 */
export class Writer {
  readonly #org: Written
  readonly #jobs: Jobs
  #running = false
  #restarts = 0
  /** How many commits in a row could not begin. */
  #failures = 0

  /** Who has the writer's own turns. */
  readonly #costAccount: CostAccount

  constructor(org: Written) {
    this.#org = org
    this.#jobs = new Jobs(org.id)
    this.#costAccount = { queueKey: writerQueueKey(org.id), charge() {} }
  }

  /** Whether something is being done, or waits. */
  get isBusy(): boolean {
    return this.#running
  }

  transact<T>(
    viewerId: UserId | null,
    work: (mutation: OpenMutation) => Promise<T>,
    costAccount?: CostAccount,
    { alone = false }: WriteOptions = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#push({ viewerId, work, resolve: resolve as (value: unknown) => void, reject, costAccount, alone })
    })
  }

  /** Runs alone between two commits: nothing is written by this process meanwhile, and memory stays as it is. */
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
    // one turn later, so that requests which arrive together share a commit
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

  /** Lets go of everybody who waits. */
  #refuse(error: unknown): void {
    this.#failures = 0
    for (let job = this.#jobs.take(); job; job = this.#jobs.take()) job.reject(error)
  }

  async #commit(): Promise<void> {
    const org = this.#org
    const done: { job: Job; result: unknown }[] = []
    let wrote = false
    let committing = false
    const batch = new Batch(org, () => Math.min(this.#jobs.length + 1, maxPerCommit))
    let session: Session
    try {
      // PostgreSQL gives up altogether when its log cannot be written, and then nothing can be read either
      if (org.db.isFull()) throw new DiskFull()
      await org.revalidate()
      session = await org.db.session(
        (statement) => {
          if (!isSelect.test(statement)) wrote = true
          return batch.flush()
        },
        undefined,
        // of a server's connections some are for writers alone
        org.db.embedded ? this.#costAccount : undefined,
      )
    } catch (error) {
      this.#refuse(error)
      return
    }
    // ids of a transaction that was lost with the database may be given again
    if (this.#restarts !== org.db.restarts) org.spareIds.clear()
    this.#restarts = org.db.restarts
    const { tx, unheard, begin, run, release } = session
    session.costAccount = this.#costAccount
    batch.tx = tx
    batch.unheard = unheard
    /** The job whose work is under way. */
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
          // with the database everything is undone, and below it is seen to that each act is answered
          if (error instanceof DatabaseUnavailable) throw error
          await run('rollback')
          // the others did nothing wrong, nor perhaps did this one if a row of theirs failed: each goes again by itself
          const again = done.map(({ job }) => ({ ...job, alone: true }))
          if (error instanceof ApiError || again.length === 0) job.reject(error)
          else again.push({ ...job, alone: true })
          this.#jobs.again(again)
          return
        }
      }
      await batch.flush()
      if (entries.length > 0) await append(tx, org.id, entries, now)
      committing = true
      await run('commit')
      await org.committed(entries, tx)
      batch.committed()
    } catch (error) {
      await run('rollback').catch(() => {})
      org.invalidate()
      const others = done.map(({ job }) => job)
      // a connection may have been lost while nobody used it: another one is tried, but not for ever
      if (!current && others.length === 0 && !committing) {
        if (++this.#failures >= maxFailures) this.#refuse(error)
      } else this.#fail(error, current, others, committing)
      return
    } finally {
      release()
    }
    for (const { job, result } of done) job.resolve(result)
  }

  /** Some act of these has failed, and none is done. Each is answered or goes again by itself: there is an end to it. */
  #fail(error: unknown, current: Job | undefined, others: Job[], committing: boolean): void {
    // whether a commit that failed took place is not known: nothing is done twice
    if (committing || (!current && others.length === 1)) {
      for (const job of others) job.reject(error)
      return
    }
    // an act that took the database with it must not do so again; the others had nothing to do with it
    if (current && (others.length === 0 || error instanceof DatabaseUnavailable)) current.reject(error)
    else if (current) others.push(current)
    else if (error instanceof DatabaseUnavailable) {
      for (const job of others) job.reject(error)
      return
    }
    this.#jobs.again(others.map((job) => ({ ...job, alone: true })))
  }
}
