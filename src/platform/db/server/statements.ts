import type { Client, Connection, FieldDef, Submittable } from 'pg'
import { fromLibrary } from './errors.ts'
import { type Read, readerOf, written } from './values.ts'

type Row = Record<string, unknown>

export interface Answer {
  rows: Row[]
  affected: number
}

/** How many statements a connection keeps ready. Each takes some tens of kilobytes of the server. */
const capacity = 250
/** Of how many statements a process remembers the types of their parameters. */
const shapes = 1_000
/** The plan of a statement does not fit its tables any more; the server knows no statement of that name. */
const stale = new Set(['0A000', '26000'])
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The types of the parameters of statements that were sent before, on whichever connection. */
export class KnownStatements {
  readonly #types = new Map<string, readonly number[]>()

  get(sql: string): readonly number[] | undefined {
    return this.#types.get(sql)
  }

  set(sql: string, types: readonly number[]): void {
    this.#types.delete(sql)
    this.#types.set(sql, types)
    if (this.#types.size > shapes) this.#types.delete(this.#types.keys().next().value as string)
  }
}

interface Prepared {
  readonly name: string
  readonly types: readonly number[]
  readonly fields: readonly Field[]
}

interface Field {
  readonly name: string
  readonly read: Read
}

/**
 * The statements of one connection, one after the other. perf: what comes again is kept ready under a name, and the
 * library's own way would keep every text forever and have each answer described anew.
 */
export class Statements {
  readonly #client: Client
  readonly #known: KnownStatements
  /** Undefined for a statement that was asked for only once here. The longest unused come first. */
  readonly #kept = new Map<string, Prepared | undefined>()
  /** Names of what the server need not keep any more; it is told with the next statement. */
  readonly #gone: string[] = []
  #made = 0
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(client: Client, known: KnownStatements) {
    this.#client = client
    this.#known = known
  }

  query(sql: string, params: readonly unknown[]): Promise<Answer> {
    if (this.#waiting++ === 0) return this.#finish(this.#ask(sql, params))
    // the library would queue them too, but says that it soon will not
    return this.#finish(this.#last.then(() => this.#ask(sql, params)))
  }

  #finish(answer: Promise<Answer>): Promise<Answer> {
    const done = () => {
      this.#waiting--
    }
    this.#last = answer.then(done, done)
    return answer
  }

  async #ask(sql: string, params: readonly unknown[]): Promise<Answer> {
    const prepared = this.#kept.get(sql)
    if (prepared) {
      this.#keep(sql, prepared)
      return this.#run(sql, new Execution(prepared.name, params, prepared.types, prepared.fields)).catch((error) => {
        // the tables have changed since
        if (stale.has(error.code)) {
          this.#kept.delete(sql)
          this.#gone.push(prepared.name)
        }
        throw error
      })
    }
    let types = this.#known.get(sql)
    if (!types) {
      types = params.length === 0 ? [] : await this.#send(new Question(sql))
      this.#known.set(sql, types)
    }
    if (this.#kept.size >= capacity) this.#drop()
    const name = this.#kept.has(sql) ? `s${++this.#made}` : ''
    const execution = new Execution(name, params, types, undefined, sql, this.#gone.splice(0))
    try {
      const answer = await this.#run(sql, execution)
      this.#keep(sql, name === '' ? undefined : { name, types, fields: execution.fields })
      return answer
    } catch (error) {
      // it may have been prepared before it failed
      if (name) this.#gone.push(name)
      throw error
    }
  }

  async #run(sql: string, execution: Execution): Promise<Answer> {
    const answer = await this.#send(execution)
    // after an error that somebody has passed over, the server undoes what it is asked to keep
    if (execution.tag === 'ROLLBACK' && sql === 'commit')
      throw new Error('The transaction could not be committed: a statement of it had failed')
    return answer
  }

  #keep(sql: string, prepared: Prepared | undefined): void {
    this.#kept.delete(sql)
    this.#kept.set(sql, prepared)
  }

  #drop(): void {
    const [oldest, unused] = this.#kept.entries().next().value as [string, Prepared | undefined]
    this.#kept.delete(oldest)
    if (unused) this.#gone.push(unused.name)
  }

  #send<R>(message: Exchange<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      message.resolve = resolve
      message.reject = reject
      this.#client.query(message)
    })
  }
}

/** One exchange of messages with the server, in the library's terms. */
abstract class Exchange<R> implements Submittable {
  resolve: (result: R) => void = () => {}
  reject: (error: Error) => void = () => {}
  protected problem: Error | undefined
  abstract submit(connection: Connection): void
  protected abstract result(): R

  handleRowDescription(_message: { fields: FieldDef[] }): void {}
  handleDataRow(_message: { fields: (string | null)[] }): void {}
  handleCommandComplete(_message: { text: string }): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(): void {}
  handleCopyInResponse(connection: Connection & { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('COPY is not offered')
  }

  handleError(error: Error): void {
    this.reject(this.problem ?? fromLibrary(error))
  }

  handleReadyForQuery(): void {
    if (this.problem) this.reject(this.problem)
    else this.resolve(this.result())
  }
}

/** What the library's connection offers beside its published types. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: (string | null)[] }): void
  describe(what: { type: 'S' | 'P'; name: string }): void
  execute(what: object): void
  close(what: { type: 'S'; name: string }): void
  sync(): void
}

/** Sends several messages as one. */
function together(connection: Connection, send: (wire: Wire) => void): void {
  const wire = connection as unknown as Wire
  wire.stream.cork()
  try {
    send(wire)
  } finally {
    wire.stream.uncork()
  }
}

/** Asks for the types of a statement's parameters. */
class Question extends Exchange<readonly number[]> {
  readonly #sql: string
  #types: readonly number[] = []

  constructor(sql: string) {
    super()
    this.#sql = sql
  }

  submit(connection: Connection): void {
    const heard = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#types = dataTypeIDs
    }
    connection.once('parameterDescription', heard)
    connection.once('readyForQuery', () => connection.off('parameterDescription', heard))
    together(connection, (wire) => {
      wire.parse({ name: '', text: this.#sql })
      wire.describe({ type: 'S', name: '' })
      wire.sync()
    })
  }

  protected result(): readonly number[] {
    return this.#types
  }
}

/** Runs a statement: one that is ready, or a text, which is ready under its name afterwards. */
class Execution extends Exchange<Answer> {
  fields: readonly Field[]
  readonly #name: string
  readonly #values: (string | null)[]
  readonly #sql: string | undefined
  readonly #gone: readonly string[]
  readonly #rows: Row[] = []
  #affected = 0
  /** What the server says that it has done: `UPDATE 3`. */
  tag = ''

  constructor(
    name: string,
    params: readonly unknown[],
    types: readonly number[],
    fields?: readonly Field[],
    sql?: string,
    gone: readonly string[] = [],
  ) {
    super()
    this.#name = name
    this.#values = params.map((value, index) => written(value, types[index]))
    this.fields = fields ?? []
    this.#sql = sql
    this.#gone = gone
  }

  submit(connection: Connection): void {
    together(connection, (wire) => {
      for (const name of this.#gone) wire.close({ type: 'S', name })
      if (this.#sql !== undefined) {
        wire.parse({ name: this.#name, text: this.#sql })
        wire.describe({ type: 'S', name: this.#name })
      }
      wire.bind({ statement: this.#name, values: this.#values })
      wire.execute({})
      wire.sync()
    })
  }

  override handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.fields = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
  }

  override handleDataRow({ fields: texts }: { fields: (string | null)[] }): void {
    try {
      const row: Row = {}
      for (let index = 0; index < this.fields.length; index++) {
        const { name, read } = this.fields[index] as Field
        const text = texts[index] as string | null
        row[name] = text === null ? null : read(text)
      }
      this.#rows.push(row)
    } catch (error) {
      this.problem = error as Error
    }
  }

  override handleCommandComplete({ text }: { text: string }): void {
    this.tag = text
    const words = text.split(' ')
    if (changing.has(words[0] as string)) this.#affected = Number(words.at(-1))
  }

  protected result(): Answer {
    return { rows: this.#rows, affected: this.#affected }
  }
}
