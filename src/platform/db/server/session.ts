import type { Socket } from 'node:net'
import type { PoolClient, QueryResult } from 'pg'
import type { Connection } from '../driver.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import { ConnectionLost, explained, fromLibrary, isOver, refusesWrites } from './errors.ts'
import type { Answer } from './exchange.ts'
import type { Server } from './primary.ts'
import type { Standing } from './standing.ts'
import { type KnownStatements, Statements } from './statements.ts'

interface Place {
  readonly server: Server
  readonly standing: Standing
  readonly maxMs: number
  /** Set behind a pooler: the beginning of each transaction, and the time limit for it. */
  readonly shared?: { readonly begins: string; readonly maxMs: number } | undefined
  /** Called when the server rejects writes or stops waiting for its standby, as there may be a new primary. */
  doubt(): void
}

/** Warning when a commit stops waiting for the synchronous standby, which may lack it if promoted. */
const unsure = '01000'

export class ServerSession {
  readonly client: PoolClient
  readonly #place: Place
  /** Backend process ID, which other servers may reuse; 0 while a pooler has the session. */
  backend: number
  /** Time since which a response is pending; 0 if none is. */
  busySince = 0
  /** Statement time limit enforced here, because some waits ignore the server's limits. */
  maxMs: number
  lastReceivedAt = performance.now()
  /** Identifies the current statement. */
  statement = 0
  #statements: Statements
  #isReading = false
  #end: Error | undefined
  #underWay = 0
  /** Number of warnings about unconfirmed commits. */
  #doubts = 0

  constructor(client: PoolClient, known: KnownStatements, place: Place) {
    this.client = client
    this.#place = place
    this.maxMs = place.shared?.maxMs ?? place.maxMs
    this.backend = place.shared ? 0 : (client as unknown as { processID: number }).processID
    this.#statements = new Statements(client, known, place.shared !== undefined)
    // without a listener, a lost connection would end the process
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

  /** Fails pending statements and closes the connection. */
  end(reason: Error): void {
    if (this.#end) return
    this.#end = reason
    this.client.connection.stream.destroy()
  }

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
        const canGoTogether = !this.#place.shared && before.every(({ params }) => params.length === 0)
        if (canGoTogether)
          return query(
            sql,
            params,
            before.map((one) => one.sql),
          )
        // perf: if others have the session too, nothing is kept ready there that could go together
        for (const one of before) await query(one.sql, one.params, [])
        return query(sql, params, [])
      },
      script: (sql) => use(async () => void (await this.#script(sql))),
      release: () => {
        if (isReleased) return
        isReleased = true
        // the next borrower must not get an open transaction or a pending response
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

  /** Begins a transaction; a pooler assigns a session for its duration. */
  async #begin(sql: string): Promise<Answer> {
    const results = await this.#script(sql)
    this.backend = results.at(-1)?.rows[0]?.backend ?? 0
    this.maxMs = this.#place.maxMs
    return { rows: [], affected: 0 }
  }

  /** When the wait for a synchronous standby is canceled, a commit succeeds with just a warning; count it as failed. */
  async #commit(before: readonly string[]): Promise<Answer> {
    const doubts = this.#doubts
    const answer = await this.#statements.query('commit', [], before)
    if (this.#doubts > doubts) {
      // another server may have been promoted; reading here would show what it doesn't have
      this.#place.doubt()
      throw new DatabaseUnavailable('no other server may have what was committed')
    }
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
      // the reason given to `end` says more than the socket's error
      const given = this.#end as Error | undefined
      if (given instanceof DatabaseUnavailable) throw given
      if (isOver(error)) this.end(error as Error)
      if (refusesWrites(error) && !this.#isReading) this.#place.doubt()
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
