import pg from 'pg'
import { DatabaseUnavailable } from '../unavailable.ts'
import type { ServerSession } from './session.ts'

const everyMs = 500
/** After this time without an answer the server is asked whether it is at work on one. */
const overdueMs = 1_000
/** How long the server may take to be asked. */
const patienceMs = 2_000

/**
 * Statements whose answer will never come: the connection was lost without a word, or the server cannot be reached. A
 * slow statement and a lost one look alike from here, so the server itself is asked, on another connection, which of
 * them it is at work on; what is not twice in a row is given up. So is everything when nobody answers twice in a row.
 */
export class Watch {
  readonly #config: pg.ClientConfig
  readonly #sessions: ReadonlySet<ServerSession>
  /** The latest statement of each session that the server was not at work on. */
  readonly #suspects = new Map<ServerSession, number>()
  /** Sessions that were given up here; the server may not know, and hold their locks. */
  readonly #lost = new Set<number>()
  #isAsking = false
  #silences = 0
  readonly #timer: NodeJS.Timeout

  constructor(config: pg.ClientConfig, sessions: ReadonlySet<ServerSession>) {
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
    if (overdue.length === 0 && this.#lost.size === 0) return
    this.#isAsking = true
    const asked = overdue.map((session) => ({ session, statement: session.statement }))
    try {
      const active = await this.#active(overdue.map(({ backend }) => backend))
      this.#silences = 0
      for (const { session, statement } of asked) {
        if (session.statement !== statement || session.busySince === 0 || active.has(session.backend))
          this.#suspects.delete(session)
        else if (this.#suspects.get(session) === statement) this.#giveUp(session)
        else this.#suspects.set(session, statement)
      }
    } catch (error) {
      // a server that says no is there
      if (error instanceof pg.DatabaseError) return
      if (++this.#silences >= 2)
        for (const { session, statement } of asked)
          if (session.statement === statement && session.busySince > 0) this.#giveUp(session)
    } finally {
      this.#isAsking = false
    }
  }

  #giveUp(session: ServerSession): void {
    this.#suspects.delete(session)
    this.#lost.add(session.backend)
    session.end(new DatabaseUnavailable('the connection was lost'))
  }

  /** Which of these sessions the server is at work for. Ends those that were given up. */
  async #active(backends: number[]): Promise<ReadonlySet<number>> {
    const client = new pg.Client(this.#config)
    client.on('error', () => {})
    setTimeout(() => client.connection.stream.destroy(), patienceMs).unref()
    try {
      await client.connect()
      const lost = [...this.#lost]
      // numbers come again, hence the name, which is this process's own
      const { rows } = await client.query({
        text: `select pid, state = 'active' as active, pid = any($2) and pg_terminate_backend(pid) as ended
         from pg_stat_activity where application_name = $3 and (pid = any($1) or pid = any($2))`,
        values: [backends, lost, this.#config.application_name],
      })
      for (const backend of lost) this.#lost.delete(backend)
      return new Set(rows.filter(({ active }) => active).map(({ pid }) => pid as number))
    } finally {
      void client.end().catch(() => {})
    }
  }
}
