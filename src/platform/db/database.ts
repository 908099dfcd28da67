import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { loopTime, queueKeyOf, Semaphore } from '#platform/fair-queues'
import { dialect } from './dialect.ts'
import type { Charged, Connection, Driver, Patience, Statement } from './driver.ts'
import { Meter } from './meter.ts'
import type { Replicas } from './replicas.ts'
import type { Tables } from './tables.generated.ts'

declare const open: unique symbol
/** An open transaction. Only {@link Database} makes one, so that no query can run outside it by mistake. */
export type Tx = Kysely<Tables> & { readonly [open]: true }

export interface Session {
  readonly tx: Tx
  /** Queues statements to run with the next one, which fails if they do. Discards their results, and doesn't call `heard`. */
  readonly later: Tx
  /** Begins a transaction. May return before it begins; if that fails, the next statement does too. */
  begin(): Promise<void>
  run(sql: string): Promise<void>
  /** Queues a statement without parameters to run with the next one, which fails if it does. */
  before(sql: string): void
  release(): void
  /** Account charged for the following statements. */
  costAccount: Charged | undefined
}

/** Maximum share of a server's connections for requests: in all, of one organization, and of one account. */
const shares = { all: 3 / 4, group: 1 / 2, one: 1 / 4 }

const sessions = new WeakMap<Tx, Session>()

export function runBefore(tx: Tx, sql: string): void {
  sessions.get(tx)?.before(sql)
}

export class Database {
  readonly driver: Driver
  readonly replicas: Replicas | undefined
  /** Statements sent so far; tests and the benchmark use it to count queries per request. */
  statements = 0
  /** True while the disk is full: changes are rejected and reads continue. */
  isFull: () => boolean = () => false
  /** Time of the last statement run for a request, by `performance.now()`; background work doesn't count. */
  askedAt = Number.NEGATIVE_INFINITY
  #probe: Promise<boolean> | undefined

  readonly #semaphore: Semaphore

  constructor(driver: Driver, replicas?: Replicas) {
    this.driver = driver
    this.replicas = replicas
    const most = (share: number) => Math.max(1, Math.floor(driver.connections * share))
    // the rest of a server's connections is for internal work, which may need a second one while holding one
    this.#semaphore = new Semaphore({
      most: most(shares.all),
      maxPerGroup: most(shares.group),
      maxPerKey: most(shares.one),
    })
  }

  get embedded(): boolean {
    return this.driver.kind === 'embedded'
  }

  get restarts(): number {
    return this.driver.restarts ?? 0
  }

  /** Health check: true if the database responds within `ms`. Concurrent checks share a query. */
  async answersWithin(ms: number): Promise<boolean> {
    this.#probe ??= this.#answers().finally(() => {
      this.#probe = undefined
    })
    const late = new AbortController()
    const isLate = sleep(ms, false, { signal: late.signal }).catch(() => false)
    const answers = await Promise.race([this.#probe, isLate])
    late.abort()
    return answers
  }

  async #answers(): Promise<boolean> {
    try {
      const session = await this.session()
      try {
        await session.run('select 1')
      } finally {
        session.release()
      }
      return true
    } catch {
      return false
    }
  }

  /** Runs `work` on one read-only snapshot. */
  async read<T>(work: (tx: Tx) => Promise<T>, patience?: Patience, costAccount?: Charged): Promise<T> {
    const session = await this.session(undefined, patience, costAccount)
    // perf: with the first statement
    session.before('begin isolation level repeatable read read only')
    const result = await this.#within(session, () => work(session.tx))
    // perf: the caller needn't wait for the commit; the embedded database does what comes next after it
    const ended = session.run('commit').catch(() => {})
    if (this.embedded) session.release()
    else void ended.then(() => session.release())
    return result
  }

  /** Like {@link read}, for one statement. perf: saves a transaction, except behind a pooler, where it sets limits. */
  async readOnce<T>(work: (tx: Tx) => Promise<T>, costAccount?: Charged): Promise<T> {
    if (this.driver.isShared) return this.read(work, undefined, costAccount)
    let asked = 0
    const heard = () => {
      if (++asked > 1) throw new Error('A second statement would see another moment')
      return undefined
    }
    const session = await this.session(heard, undefined, costAccount)
    try {
      return await work(session.tx)
    } finally {
      session.release()
    }
  }

  /** A transaction outside every organization's log. Changes to an organization go through its writer instead. */
  async transaction<T>(work: (tx: Tx) => Promise<T>, patience?: Patience): Promise<T> {
    const session = await this.session(undefined, patience)
    const result = await this.#within(session, async () => {
      await session.begin()
      const result = await work(session.tx)
      await session.run('commit')
      return result
    })
    session.release()
    return result
  }

  async #within<T>(session: Session, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // if the rollback fails too, the first error says more
      await session.run('rollback').catch(() => {})
      session.release()
      throw error
    }
  }

  /** A connection with manual transactions. `heard` can delay each statement of {@link Session.tx}. */
  async session(
    heard: (sql: string) => Promise<void> | undefined = () => undefined,
    patience?: Patience,
    costAccount?: Charged,
  ): Promise<Session> {
    const { embedded } = this
    if (costAccount) this.askedAt = performance.now()
    const queueKey = costAccount?.queueKey ?? (embedded ? queueKeyOf(0) : undefined)
    if (queueKey !== undefined) await this.#semaphore.enter(queueKey)
    const leave = () => queueKey !== undefined && this.#semaphore.leave(queueKey)
    const connection = await this.driver.connect(patience).catch((error: unknown) => {
      leave()
      throw error
    })
    const meter = new Meter(connection)
    const loopQueueKey = queueKey ?? queueKeyOf(0)
    let waiting: Statement[] = []
    let later: Tx | undefined
    const counted: Connection = {
      query: async (sql, params) => {
        const before = waiting
        waiting = []
        this.statements += 1 + before.length
        const costAccount = session.costAccount
        const answer = await meter.query(costAccount, sql, params, before)
        await loopTime.enter(costAccount?.queueKey ?? loopQueueKey)
        return answer
      },
      script: (sql) => connection.script(sql),
      release: () => {
        connection.release()
        leave()
      },
    }
    const told: Connection = {
      ...counted,
      query(sql, params) {
        const first = heard(sql)
        return first ? first.then(() => counted.query(sql, params)) : counted.query(sql, params)
      },
    }
    const queued: Connection = {
      ...counted,
      async query(sql, params) {
        waiting.push({ sql, params })
        return { rows: [], affected: 0 }
      },
    }
    const before = (sql: string) => void waiting.push({ sql, params: [] })
    const run = async (sql: string) => {
      // in a failed transaction, queued statements would fail and keep the rollback from running
      if (sql === 'rollback') waiting = []
      await counted.query(sql, [])
    }
    const session: Session = {
      costAccount,
      tx: new Kysely<Tables>({ dialect: dialect(told) }) as Tx,
      // perf: most have no use for it
      get later() {
        if (!later) {
          later = new Kysely<Tables>({ dialect: dialect(queued) }) as Tx
          sessions.set(later, session)
        }
        return later
      },
      run,
      before,
      async begin() {
        // perf: sent with the first statement, because each message wakes the database thread
        if (embedded) before('begin')
        else await run('begin')
      },
      release: counted.release,
    }
    sessions.set(session.tx, session)
    return session
  }

  async close(): Promise<void> {
    await this.replicas?.close()
    await this.driver.close()
  }
}
