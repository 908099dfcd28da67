import type { Socket } from 'node:net'
import type { PoolClient, QueryResult } from 'pg'
import type { Connection } from '../driver.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import { ConnectionLost, explained, fromLibrary, isOver, refusesWrites } from './errors.ts'
import type { Answer } from './exchange.ts'
import type { Server } from './primary.ts'
import type { Standing } from './standing.ts'
import { type KnownStatements, Statements } from './statements.ts'

/** Where a connection leads. */
interface Place {
  readonly server: Server
  readonly standing: Standing
  /** How long a statement may take. */
  readonly maxMs: number
  /** Where others use the session too: what each transaction begins with, and how long one may take to begin. */
  readonly shared?: { readonly begins: string; readonly maxMs: number } | undefined
  /** The server would not be written to: another one may be in charge. */
  refused(): void
}

/** A transaction is committed that nobody else has: whoever takes the server's place may not know of it. */
const unsure = '01000'

/** One connection to the server, as long as it lasts; whoever needs one borrows it from the pool. */
export class ServerSession {
  readonly client: PoolClient
  readonly #place: Place
  /** The server's number for it, which comes again with another server; 0 while others have the session. */
  backend: number
  /** Since when an answer is owed, on the process's own clock; 0 while none is. */
  busySince = 0
  /** How long a statement may take, whatever the server is at work on; some waits know no limit of the server's. */
  maxMs: number
  /** When the server was heard last. */
  lastReceivedAt = performance.now()
  /** Counts the statements, so that one can be told from the next. */
  statement = 0
  #statements: Statements
  #isReading = false
  #end: Error | undefined
  #underWay = 0
  /** Counts what the server was unsure of. */
  #doubts = 0

  constructor(client: PoolClient, known: KnownStatements, place: Place) {
    this.client = client
    this.#place = place
    this.maxMs = place.shared?.maxMs ?? place.maxMs
    this.backend = place.shared ? 0 : (client as unknown as { processID: number }).processID
    this.#statements = new Statements(client, known, place.shared !== undefined)
    // without a listener the loss of a connection ends the process
    client.on('error', (error) => this.end(error))
    client.on('notice', ({ code }) => {
      if (code === unsure) this.#doubts++
    })
  }

  get server(): Server {
    return this.#place.server
  }

  get standing(): Standing {
    return this.#place.standing
  }

  /** Nobody waits for this connection any longer. */
  end(reason: Error): void {
    if (this.#end) return
    this.#end = reason
    this.client.connection.stream.destroy()
  }

  /** How many bytes have come so far. */
  get received(): number {
    return (this.client.connection.stream as unknown as Socket).bytesRead
  }

  get hasEnded(): boolean {
    return this.#end !== undefined
  }

  borrow(release: (broken: boolean) => void): Connection {
    let isReleased = false
    const use = <R>(work: () => Promise<R>): Promise<R> =>
      isReleased ? Promise.reject(new Error('The connection was given back')) : this.#watched(work)
    const query = (sql: string, params: readonly unknown[], before: readonly string[]) => {
      const first = before[0] ?? sql
      const begins = first.startsWith('begin')
      if (begins) this.#isReading = first.endsWith('read only')
      return use(() => {
        if (begins && this.#place.shared) return this.#begin(`${sql};${this.#place.shared.begins}`)
        return sql === 'commit' ? this.#commit(before) : this.#statements.query(sql, params, before)
      })
    }
    return {
      query: async (sql, params, before = []) => {
        if (!this.#place.shared) return query(sql, params, before)
        // perf: others have the session too, and nothing is kept ready there that could go together
        for (const one of before) await query(one, [], [])
        return query(sql, params, [])
      },
      script: (sql) => use(async () => void (await this.#script(sql))),
      release: () => {
        if (isReleased) return
        isReleased = true
        // a transaction that nobody ended, or an answer that is still to come, is no business of whoever is next
        const isClean = this.#underWay === 0 && this.client.getTransactionStatus() === 'I'
        if (!isClean) this.end(new Error('The connection was given back in the middle of a transaction'))
        release(this.hasEnded)
      },
    }
  }

  async #script(sql: string): Promise<QueryResult[]> {
    const results: QueryResult | QueryResult[] = await this.client.query(sql).catch((error: Error) => {
      throw fromLibrary(error)
    })
    return [results].flat()
  }

  /** Begins a transaction, whose session is one's own as long as it lasts. */
  async #begin(sql: string): Promise<Answer> {
    const results = await this.#script(sql)
    this.backend = results.at(-1)?.rows[0]?.backend ?? 0
    this.maxMs = this.#place.maxMs
    return { rows: [], affected: 0 }
  }

  /** Whoever ends the wait for a server that follows makes the commit look like any other, but for a warning. */
  async #commit(before: readonly string[]): Promise<Answer> {
    const doubts = this.#doubts
    const answer = await this.#statements.query('commit', [], before)
    if (this.#doubts > doubts) throw new DatabaseUnavailable('no other server may have what was committed')
    return answer
  }

  async #watched<R>(work: () => Promise<R>): Promise<R> {
    if (this.#end) throw explained(this.#end instanceof DatabaseUnavailable ? this.#end : new ConnectionLost(this.#end))
    this.statement++
    this.busySince = performance.now()
    this.#underWay++
    try {
      const result = await work()
      this.lastReceivedAt = performance.now()
      return result
    } catch (error) {
      // it was ended from here, for a reason that says more than the socket's error
      const given = this.#end as Error | undefined
      if (given instanceof DatabaseUnavailable) throw given
      if (isOver(error)) this.end(error as Error)
      if (refusesWrites(error) && !this.#isReading) this.#place.refused()
      throw explained(error, { isReading: this.#isReading })
    } finally {
      this.busySince = --this.#underWay > 0 ? performance.now() : 0
      if (this.#place.shared && this.client.getTransactionStatus() === 'I') {
        this.backend = 0
        this.maxMs = this.#place.shared.maxMs
      }
    }
  }
}
