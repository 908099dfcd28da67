import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Database, type Session, type Tx } from './database.ts'
import type { CostAccount, Driver } from './driver.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** Health check interval, and its time limit. */
const lookMs = 500
/** Maximum time to wait for a replica to catch up, and the polling interval. */
const maxLagMs = 40
const againMs = 5
/** How long a replica may take to start responding before the primary is used. */
const patienceMs = 250

/** Each running read listens; without this, Node.js warns of a leak at the eleventh. */
function controllerForReads(): AbortController {
  const gone = new AbortController()
  setMaxListeners(0, gone.signal)
  return gone
}

interface Replica {
  readonly number: number
  readonly open: () => Promise<Driver>
  db: Database | undefined
  isThere: boolean
  /** Aborted when the replica is lost, so that waiting reads use the primary. */
  gone: AbortController
}

interface ReplicaCounts {
  replica: number
  /** The replica hadn't replayed far enough. */
  behind: number
  /** The primary didn't confirm what the replica returned. */
  ahead: number
  missing: number
}

/** The replica lacks data that the caller already knows of. */
class Behind extends Error {}

/** The replica has data that the primary could still lose. */
class Ahead extends Error {}

interface ReplicaRead<T> {
  /** The replica must have replayed the log up to here. */
  readonly lsn: string
  readonly work: (tx: Tx) => Promise<T>
  /** True if the snapshot has everything the caller already knows. */
  readonly knows: (tx: Tx) => Promise<boolean>
  /** True if the primary has everything that was read; called afterwards. */
  readonly isConfirmed: () => Promise<boolean>
  readonly costAccount: CostAccount | undefined
}

/** Reads never wait for a replica: the primary does what none can do at once. */
export class Replicas {
  readonly counts: ReplicaCounts = { replica: 0, behind: 0, ahead: 0, missing: 0 }
  readonly #replicas: readonly Replica[]
  readonly #said: (error: Error) => void
  readonly #closing = new AbortController()
  readonly #running: Promise<unknown>
  #turn = 0

  /** `said` is called once each time a replica is lost. */
  constructor(open: readonly (() => Promise<Driver>)[], said: (error: Error) => void) {
    this.#replicas = open.map((one, index) => ({
      number: index + 1,
      open: one,
      db: undefined,
      isThere: false,
      gone: controllerForReads(),
    }))
    this.#said = said
    this.#running = Promise.all(this.#replicas.map((replica) => this.#watch(replica)))
  }

  get count(): number {
    return this.#replicas.length
  }

  get there(): number {
    return this.#replicas.filter(({ isThere }) => isThere).length
  }

  /** Runs `work` on a replica's snapshot. If it returns undefined, use the primary; `work` may have started. */
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
      replica.gone = controllerForReads()
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
    // the snapshot is taken after catching up, so it includes everything; perf: with the first statement
    session.before('begin isolation level repeatable read read only')
    if (!(await knows(session.tx))) throw new Behind()
    if (begun.signal.aborted) throw new DatabaseUnavailable('the primary was asked')
    begun.abort()
    const value = await work(session.tx)
    // perf: the caller needn't wait for the commit
    void leave('commit')
    return value
  } catch (error) {
    await leave('rollback')
    throw error
  }
}

/** A promoted replica has its own log, whose positions can't be compared. */
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
