import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { loopTime, queueKeyOf, Semaphore } from '#platform/fair-queues'
import { dialect } from './dialect.ts'
import type { Charged, Connection, Driver, Patience } from './driver.ts'
import { Meter } from './meter.ts'
import type { Replicas } from './replicas.ts'
import type { Tables } from './tables.generated.ts'

declare const open: unique symbol
/** An open transaction. Only {@link Database} makes one, so that no query can run beside it by mistake. */
export type Tx = Kysely<Tables> & { readonly [open]: true }

export interface Session {
  readonly tx: Tx
  /** The same, for statements that `heard` is not told of. */
  readonly unheard: Tx
  /** Begins a transaction; may return before it has begun, and then the next statement fails if it cannot. */
  begin(sql?: string): Promise<void>
  run(sql: string): Promise<void>
  /** Has a statement without parameters run right before the next one; where it fails, that one does. */
  before(sql: string): void
  release(): void
  /** Who pays for the statements from now on. */
  costAccount: Charged | undefined
}

/** Of a server's connections, these are the most that requests have at once: in all, of one organization, of one person. */
const shares = { all: 3 / 4, group: 1 / 2, one: 1 / 4 }

const sessions = new WeakMap<Tx, Session>()

/** Has a statement run right before the transaction's next one, see {@link Session.before}. */
export function runBefore(tx: Tx, sql: string): void {
  sessions.get(tx)?.before(sql)
}

/** The way to the database, and to nothing but transactions on it. */
export class Database {
  readonly driver: Driver
  /** Servers that follow it and may be read from; see {@link Replicas}. */
  readonly replicas: Replicas | undefined
  /** Statements sent so far: tests and the benchmark count queries per request with it. */
  statements = 0
  /** Whether its disk has no room for changes, so that acts are refused and reading goes on. */
  isFull: () => boolean = () => false
  /** When somebody last asked for something, by `performance.now()`; what is done for nobody in particular does not count. */
  askedAt = Number.NEGATIVE_INFINITY
  #probe: Promise<boolean> | undefined

  readonly #semaphore: Semaphore

  constructor(driver: Driver, replicas?: Replicas) {
    this.driver = driver
    this.replicas = replicas
    const most = (share: number) => Math.max(1, Math.floor(driver.connections * share))
    // of a server, the rest is for what nobody pays for: it may hold a connection and ask for another
    this.#semaphore = new Semaphore({
      most: most(shares.all),
      maxPerGroup: most(shares.group),
      maxPerKey: most(shares.one),
    })
  }

  get embedded(): boolean {
    return this.driver.kind === 'embedded'
  }

  /** How often the database was started anew because it hung or broke. */
  get restarts(): number {
    return this.driver.restarts ?? 0
  }

  /** Whether the database answers a question in that time. Those who ask at once share one. */
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

  /** One consistent view of everything committed; writes are refused. */
  async read<T>(work: (tx: Tx) => Promise<T>, patience?: Patience, costAccount?: Charged): Promise<T> {
    const session = await this.session(undefined, patience, costAccount)
    // perf: with the first statement
    session.before('begin isolation level repeatable read read only')
    const result = await this.#within(session, () => work(session.tx))
    // perf: there is nothing whose end anybody waits for; the embedded database does what comes next after it
    const ended = session.run('commit').catch(() => {})
    if (this.embedded) session.release()
    else void ended.then(() => session.release())
    return result
  }

  /**
   * The same for work of one statement, which is a view of its own. perf: no transaction is begun and ended for it; a
   * pooler, though, begins each with what statements need.
   */
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

  /** A transaction outside every organization's log; what changes an organization goes through its writer instead. */
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

  /** What fails is undone, and the session given back. */
  async #within<T>(session: Session, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // where that fails too, what failed first says more
      await session.run('rollback').catch(() => {})
      session.release()
      throw error
    }
  }

  /**
   * A connection of one's own, for whoever begins and ends transactions by hand: the organizations' writers. `heard`
   * is told every statement of {@link Session.tx} before it runs, and may have something to do first.
   */
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
    let waiting: string[] = []
    let unheard: Tx | undefined
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
    const run = async (sql: string) => {
      await counted.query(sql, [])
    }
    const session: Session = {
      costAccount,
      tx: new Kysely<Tables>({ dialect: dialect(told) }) as Tx,
      // perf: most have no use for it
      get unheard() {
        if (!unheard) {
          unheard = new Kysely<Tables>({ dialect: dialect(counted) }) as Tx
          sessions.set(unheard, session)
        }
        return unheard
      },
      run,
      before: (sql) => void waiting.push(sql),
      async begin(sql = 'begin') {
        const begun = run(sql)
        // perf: the embedded database takes statements in their order, and one that cannot begin is lost altogether
        if (embedded) begun.catch(() => {})
        else await begun
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
