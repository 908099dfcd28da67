import type { PoolClient } from 'pg'
import type { Connection } from '../driver.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import { ConnectionLost, explained, fromLibrary, isOver } from './errors.ts'
import { type KnownStatements, Statements } from './statements.ts'

/** One connection to the server, as long as it lasts; whoever needs one borrows it from the pool. */
export class ServerSession {
  readonly client: PoolClient
  /** The server's number for it; it comes again with another server. */
  readonly backend: number
  /** Since when an answer is owed, on the process's own clock; 0 while none is. */
  busySince = 0
  /** When the server was heard last. */
  heardAt = performance.now()
  /** Counts the statements, so that one can be told from the next. */
  statement = 0
  #statements: Statements
  #isReading = false
  #end: Error | undefined
  #underWay = 0

  constructor(client: PoolClient, known: KnownStatements) {
    this.client = client
    this.backend = (client as unknown as { processID: number }).processID
    this.#statements = new Statements(client, known)
    // without a listener the loss of a connection ends the process
    client.on('error', (error) => this.end(error))
  }

  /** Nobody waits for this connection any longer. */
  end(reason: Error): void {
    if (this.#end) return
    this.#end = reason
    this.client.connection.stream.destroy()
  }

  get hasEnded(): boolean {
    return this.#end !== undefined
  }

  borrow(release: (broken: boolean) => void): Connection {
    let isReleased = false
    const use = <R>(work: () => Promise<R>): Promise<R> =>
      isReleased ? Promise.reject(new Error('The connection was given back')) : this.#watched(work)
    return {
      query: (sql, params) => {
        if (sql.startsWith('begin')) this.#isReading = sql.endsWith('read only')
        return use(() => this.#statements.query(sql, params))
      },
      script: (sql) =>
        use(async () => {
          await this.client.query(sql).catch((error: Error) => {
            throw fromLibrary(error)
          })
        }),
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

  async #watched<R>(work: () => Promise<R>): Promise<R> {
    if (this.#end) throw explained(this.#end instanceof DatabaseUnavailable ? this.#end : new ConnectionLost(this.#end))
    this.statement++
    this.busySince = performance.now()
    this.#underWay++
    try {
      const result = await work()
      this.heardAt = performance.now()
      return result
    } catch (error) {
      // it was ended from here, for a reason that says more than the socket's error
      const given = this.#end as Error | undefined
      if (given instanceof DatabaseUnavailable) throw given
      if (isOver(error)) this.end(error as Error)
      throw explained(error, { isReading: this.#isReading })
    } finally {
      this.busySince = --this.#underWay > 0 ? performance.now() : 0
    }
  }
}
