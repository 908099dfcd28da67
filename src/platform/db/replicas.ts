import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Database, type Session, type Tx } from './database.ts'
import type { CostAccount, Driver } from './driver.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** How often a replica is asked whether it is there, and how long it may take to say so. */
const lookMs = 500
/** How long a replica may take until it has what is asked for, and how often it is looked at meanwhile. */
const maxLagMs = 40
const againMs = 5
/** How long a replica may take before it begins to answer; then the primary does. */
const patienceMs = 250

interface Replica {
  readonly number: number
  readonly open: () => Promise<Driver>
  db: Database | undefined
  isThere: boolean
  /** Aborted when it turns out to be gone: whoever waits for it asks the primary. */
  gone: AbortController
}

/** Who answered. */
interface ReplicaCounts {
  replica: number
  /** No replica had come far enough. */
  behind: number
  /** What it showed was not confirmed on the primary. */
  ahead: number
  /** No replica was there, or it failed. */
  missing: number
}

/** The replica does not know all that is to be known. */
class Behind extends Error {}

/** It knows what the primary may yet lose. */
class Ahead extends Error {}

/** What is read of a replica, and what the replica has to show for it. */
interface ReplicaRead<T> {
  /** The place in the log that it must have replayed. */
  readonly lsn: string
  readonly work: (tx: Tx) => Promise<T>
  /** Whether it has what is known already, in the view that is read. */
  readonly knows: (tx: Tx) => Promise<boolean>
  /** Whether all that was read is on the primary too; asked afterwards. */
  readonly isConfirmed: () => Promise<boolean>
  readonly costAccount: CostAccount | undefined
}

/**
 * Servers that follow the primary and may be read from. They are never waited for: what one cannot do at once, the primary
 * does. Opened in the background, and as often as need be.
 */
export class Replicas {
  readonly counts: ReplicaCounts = { replica: 0, behind: 0, ahead: 0, missing: 0 }
  readonly #replicas: readonly Replica[]
  readonly #said: (error: Error) => void
  readonly #closing = new AbortController()
  readonly #running: Promise<unknown>
  #turn = 0

  /** `said` hears when a replica is lost, once each time. */
  constructor(open: readonly (() => Promise<Driver>)[], said: (error: Error) => void) {
    this.#replicas = open.map((one, index) => ({
      number: index + 1,
      open: one,
      db: undefined,
      isThere: false,
      gone: new AbortController(),
    }))
    this.#said = said
    this.#running = Promise.all(this.#replicas.map((replica) => this.#watch(replica)))
  }

  get count(): number {
    return this.#replicas.length
  }

  /** How many are there now. */
  get there(): number {
    return this.#replicas.filter(({ isThere }) => isThere).length
  }

  /**
   * One consistent view of a replica that is good for it; undefined where there is none, and then the primary is to be
   * asked. `work` may have begun then.
   */
  async read<T>(asked: ReplicaRead<T>): Promise<{ value: T } | undefined> {
    const there = this.#replicas.filter(({ isThere }) => isThere)
    const replica = there[this.#turn++ % (there.length || 1)]
    if (!replica?.db) {
      this.counts.missing++
      return undefined
    }
    const { gone } = replica
    const begun = new AbortController()
    const reading = reads(replica.db, asked, begun)
    reading.catch(() => {})
    let stop = () => {}
    const isLost = new Promise<never>((_resolve, reject) => {
      stop = () => reject(new DatabaseUnavailable('the replica is gone'))
      gone.signal.addEventListener('abort', stop)
    })
    const isSlow = sleep(patienceMs, undefined, { signal: begun.signal }).then(
      () => {
        begun.abort()
        throw new DatabaseUnavailable('the replica is slow')
      },
      () => new Promise<never>(() => {}),
    )
    try {
      const value = await Promise.race([reading, isLost, isSlow])
      if (!(await asked.isConfirmed())) throw new Ahead()
      this.counts.replica++
      return { value }
    } catch (error) {
      if (error instanceof Behind) this.counts.behind++
      else if (error instanceof Ahead) this.counts.ahead++
      else if (error instanceof DatabaseUnavailable) this.counts.missing++
      else throw error
      return undefined
    } finally {
      gone.signal.removeEventListener('abort', stop)
      begun.abort()
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
    await Promise.all(this.#replicas.map(({ db }) => db?.close()))
  }

  async #watch(replica: Replica): Promise<void> {
    const { signal } = this.#closing
    let isKnown = false
    while (!signal.aborted) {
      const problem = await this.#look(replica)
      if (problem && !isKnown && !signal.aborted)
        this.#said(new Error(`replica ${replica.number} is not read from: ${problem.message}`))
      isKnown = problem !== undefined
      await sleep(lookMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #look(replica: Replica): Promise<Error | undefined> {
    try {
      replica.db ??= new Database(await replica.open())
      if (!(await replica.db.answersWithin(lookMs))) throw new Error('it does not answer')
      replica.isThere = true
      return undefined
    } catch (error) {
      replica.isThere = false
      replica.gone.abort()
      replica.gone = new AbortController()
      return error as Error
    }
  }
}

async function reads<T>(
  db: Database,
  { lsn, knows, work, costAccount }: ReplicaRead<T>,
  begun: AbortController,
): Promise<T> {
  const session = await db.session(undefined, undefined, costAccount)
  const leave = (end: string) =>
    session
      .run(end)
      .catch(() => {})
      .then(() => session.release())
  try {
    await replayed(session, lsn)
  } catch (error) {
    session.release()
    throw error
  }
  try {
    // the view is taken after that, and has it all; perf: with the first statement
    session.before('begin isolation level repeatable read read only')
    if (!(await knows(session.tx))) throw new Behind()
    if (begun.signal.aborted) throw new DatabaseUnavailable('the primary was asked')
    begun.abort()
    const value = await work(session.tx)
    // perf: there is nothing whose end anybody waits for
    void leave('commit')
    return value
  } catch (error) {
    await leave('rollback')
    throw error
  }
}

/** A server that follows nobody any more has a log of its own, whose places mean something else. */
async function replayed(session: Session, lsn: string): Promise<void> {
  const until = performance.now() + maxLagMs
  for (;;) {
    const { rows } = await sql<{ reached: boolean | null }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as reached`.execute(session.tx)
    if (rows[0]?.reached) return
    if (performance.now() > until) throw new Behind()
    await sleep(againMs)
  }
}
