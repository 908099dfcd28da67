import { setTimeout as sleep } from 'node:timers/promises'
import { NonsenseError, readAnswer } from './answers.ts'
import { type Connection, type Driver, type Patience, unhurried } from './driver.ts'
import type { Files } from './pglite.ts'
import { PreparedStatements, scriptMessage } from './prepared.ts'
import { DatabaseThread } from './thread.ts'
import { listOfArrays, Types } from './types.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export interface EmbeddedOptions extends Omit<Files, 'library'> {
  /** Default time limit per statement in seconds; unlimited if missing. */
  statementSecs?: number
  /** Called with the reason when the database had to be restarted, or couldn't be. */
  lost?: (reason: string) => void
  /** Called once the thread opens the files, which takes it a while: from then on, this thread has nothing to do. */
  opening?: () => void
}

/** After a loss, callers wait for a restart this long, in milliseconds; then they fail at once. */
const patienceMs = 30_000
/** Pause between attempts to reopen: doubles from the first value up to the second. */
const [firstPauseMs, longestPauseMs] = [250, 30_000]

interface Life {
  readonly thread: DatabaseThread
  readonly statements: PreparedStatements
}

/** PostgreSQL in a thread, with one connection. A thread that hangs or breaks is replaced. */
export async function openEmbedded({ opening, ...options }: EmbeddedOptions): Promise<Driver> {
  const database = new Embedded(options)
  await database.start(opening)
  return database
}

class Embedded implements Driver {
  readonly kind = 'embedded'
  readonly connections = 1
  restarts = 0
  #files: Files
  readonly #patience: Patience
  readonly #report: (reason: string) => void
  #life: Life | undefined
  /** Resolves when a lost database is running again, or has been away for too long. */
  #pause: Promise<unknown> = Promise.resolve()
  /** Set if the database is lost for good. */
  #gone: Error | undefined
  #tail: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor({
    statementSecs = unhurried.statementSecs,
    lost = () => {},
    ...files
  }: Omit<EmbeddedOptions, 'opening'>) {
    this.#files = files
    this.#patience = { statementSecs }
    this.#report = lost
  }

  async start(opening?: () => void): Promise<void> {
    this.#life = await this.#open(opening)
    // a restart must use the database's files, not the snapshot
    this.#files = { ...this.#files, snapshot: undefined }
  }

  async connect(patience = this.#patience): Promise<Connection> {
    let release!: () => void
    const before = this.#tail
    this.#tail = new Promise((resolve) => {
      release = resolve
    })
    await before
    try {
      const life = this.#life ?? (await this.#reopened())
      return { ...this.#asking(life, patience), release }
    } catch (error) {
      release()
      throw error
    }
  }

  keepLog(kept: boolean): void {
    this.#life?.thread.keepLog(kept)
  }

  async script(sql: string): Promise<void> {
    const connection = await this.connect(unhurried)
    try {
      await connection.script(sql)
    } finally {
      connection.release()
    }
  }

  async close(): Promise<void> {
    const last = await this.connect().catch(() => undefined)
    this.#isClosed = true
    this.#gone ??= new Error('The database is closed')
    await this.#life?.thread.close()
    this.#life = undefined
    last?.release()
  }

  async #open(opening?: () => void): Promise<Life> {
    let life: Life | undefined
    const thread = await DatabaseThread.open(this.#files, { lost: (reason) => this.#lose(life, reason), opening })
    try {
      const { rows } = readAnswer(await thread.ask(scriptMessage(listOfArrays), unhurried.statementSecs), [
        { name: 'array', read: Number },
        { name: 'element', read: Number },
      ])
      const types = new Types(rows.map(({ array, element }) => [array as number, element as number]))
      life = { thread, statements: new PreparedStatements(types) }
      return life
    } catch (error) {
      await thread.end()
      throw error
    }
  }

  #asking({ thread, statements }: Life, { statementSecs }: Patience): Pick<Connection, 'query' | 'script'> {
    const send = (message: Uint8Array) => thread.ask(message, statementSecs * 1000)
    const believed = async <T>(asked: Promise<T>): Promise<T> => {
      try {
        return await asked
      } catch (error) {
        // never take a malformed response for an empty result: the following ones would be wrong too
        if (error instanceof NonsenseError) thread.lose(error.message)
        throw error instanceof NonsenseError ? (thread.lost ?? error) : error
      }
    }
    return {
      query: (sql, params, before) => believed(statements.query(send, sql, params, before)),
      script: (sql) => believed(statements.script(send, sql)),
    }
  }

  #lose(life: Life | undefined, reason: string): void {
    if (!life || life !== this.#life || this.#isClosed) return
    this.#life = undefined
    this.#report(reason)
    if (this.#files.dataDir === undefined) {
      this.#gone = new Error(`The database lived in memory and is gone: ${reason}`)
      return
    }
    const late = new AbortController()
    this.#pause = Promise.race([
      this.#reopen(life.thread).finally(() => late.abort()),
      sleep(patienceMs, undefined, { signal: late.signal }).catch(() => {}),
    ])
  }

  async #reopen(lost: DatabaseThread): Promise<void> {
    // two threads must never use the same files
    await lost.end()
    for (let pauseMs = firstPauseMs; !this.#isClosed; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        const life = await this.#open()
        if (this.#isClosed) return life.thread.close()
        this.#life = life
        this.restarts++
        return
      } catch (error) {
        this.#report((error as Error).message)
        await sleep(pauseMs, undefined, { ref: false })
      }
    }
  }

  async #reopened(): Promise<Life> {
    if (this.#gone) throw this.#gone
    await this.#pause
    if (this.#gone) throw this.#gone
    if (!this.#life) throw new DatabaseUnavailable('it is being restarted', { retryAfterSecs: 5 })
    return this.#life
  }
}
