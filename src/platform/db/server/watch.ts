import pg from 'pg'
import { DatabaseUnavailable } from '../unavailable.ts'
import type { ServerSession } from './session.ts'

const everyMs = 250
/** After this time without an answer the server is asked whether it is at work on one. */
const overdueMs = 500
/** The server ends what takes too long, but not a commit that waits for a server which follows: so much later we do. */
const marginMs = 1_000
/** How long a server is tried for the sake of sessions that were given up: it may never come back. */
const memoryMs = 60_000
/** How long the server may take to be asked. */
const patienceMs = 2_000

/** What sessions of a process are called that a pooler lends it. */
export const pooledName = (name: string): string => `pooled ${name}`

/**
 * Statements whose answer will never come: the connection was lost without a word, or the server cannot be reached. A
 * slow statement and a lost one look alike from here, so the server itself is asked, on another connection, which of
 * them it is at work on; what is not twice in a row, while nothing of an answer comes, is given up. So is everything when
 * nobody answers twice in a row.
 */
export class Watch {
  readonly #config: () => pg.ClientConfig
  readonly #sessions: ReadonlySet<ServerSession>
  /** The latest statement of each session that the server was not at work on, and what had been received by then. */
  readonly #suspects = new Map<ServerSession, { statement: number; received: number }>()
  /** Sessions that were given up here; the server may not know, and hold their locks. */
  readonly #lost = new Set<number>()
  #lostAt = 0
  #isAsking = false
  #silences = 0
  readonly #timer: NodeJS.Timeout

  /** `config` says where the server is asked. */
  constructor(config: () => pg.ClientConfig, sessions: ReadonlySet<ServerSession>) {
    this.#config = config
    this.#sessions = sessions
    this.#timer = setInterval(() => void this.#look(), everyMs).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #overdue(): ServerSession[] {
    const before = performance.now() - overdueMs
    return [...this.#sessions].filter(({ busySince }) => busySince > 0 && busySince < before)
  }

  async #look(): Promise<void> {
    if (this.#isAsking) return
    const overdue = this.#overdue()
    if (overdue.length === 0) this.#suspects.clear()
    if (performance.now() - this.#lostAt > memoryMs) this.#lost.clear()
    if (overdue.length === 0 && this.#lost.size === 0) return
    this.#isAsking = true
    const asked = overdue.map((session) => ({ session, statement: session.statement }))
    const isOwed = ({ session, statement }: (typeof asked)[number]) =>
      session.busySince > 0 && session.statement === statement
    try {
      await this.#withServer(async (active, end) => {
        this.#silences = 0
        const atWork = await active(overdue.map(({ backend }) => backend))
        for (const one of asked) {
          const { session, statement } = one
          if (isOwed(one) && performance.now() - session.busySince > session.maxMs + marginMs)
            this.#giveUp(session, new DatabaseUnavailable('a statement took too long'))
          else if (!isOwed(one) || session.backend === 0 || atWork.has(session.backend)) this.#suspects.delete(session)
          else {
            const before = this.#suspects.get(session)
            const { received } = session
            // an answer may be long, and this process or the way to it slow
            if (before?.statement === statement && before.received === received) this.#giveUp(session)
            else this.#suspects.set(session, { statement, received })
          }
        }
        if (this.#lost.size === 0) return
        const lost = [...this.#lost]
        await end(lost)
        for (const backend of lost) this.#lost.delete(backend)
      })
    } catch (error) {
      // a server that says no is there
      if (!(error instanceof pg.DatabaseError) && ++this.#silences >= 2)
        for (const one of asked) if (isOwed(one)) this.#giveUp(one.session)
    } finally {
      this.#isAsking = false
    }
  }

  #giveUp(session: ServerSession, tooLong?: Error): void {
    const lost = tooLong ?? new DatabaseUnavailable('the connection was lost')
    const since = session.busySince
    // what was idle when this one was lost is most likely lost too, and would be found out one after the other
    const others = [...this.#sessions].filter(
      ({ busySince, lastReceivedAt }) => busySince === 0 && lastReceivedAt < since,
    )
    for (const one of tooLong ? [session] : [session, ...others]) {
      this.#suspects.delete(one)
      if (one.backend !== 0) this.#lost.add(one.backend)
      this.#lostAt = performance.now()
      one.end(lost)
    }
  }

  /** Numbers of sessions come again with other processes and servers, hence the name, which is this process's own. */
  async #withServer(
    work: (
      active: (backends: number[]) => Promise<ReadonlySet<number>>,
      end: (backends: number[]) => Promise<unknown>,
    ) => Promise<void>,
  ): Promise<void> {
    const config = this.#config()
    const name = config.application_name ?? ''
    const client = new pg.Client(config)
    client.on('error', () => {})
    const destroy = () => client.connection.stream.destroy()
    setTimeout(destroy, patienceMs).unref()
    const sessions = 'from pg_stat_activity where application_name in ($1, $2) and pid = any($3)'
    const ask = (what: string, backends: number[]) =>
      client.query<{ pid: number }>(`${what} ${sessions}`, [name, pooledName(name), backends])
    try {
      await client.connect()
      await work(
        async (backends) =>
          new Set(
            (await ask(`select case when state = 'active' then pid end as pid`, backends)).rows.map(({ pid }) => pid),
          ),
        (backends) => ask('select pg_terminate_backend(pid)', backends),
      )
      await client.end()
    } finally {
      destroy()
    }
  }
}
