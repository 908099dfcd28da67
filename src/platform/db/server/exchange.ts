import type { Connection, FieldDef, Submittable } from 'pg'
import { fromLibrary } from './errors.ts'
import { type Read, readerOf, written } from './values.ts'

type Row = Record<string, unknown>

export interface Answer {
  rows: Row[]
  affected: number
}

export interface Field {
  readonly name: string
  readonly read: Read
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** One exchange of messages with the server, as a Submittable of the pg library. */
export abstract class Exchange<R> implements Submittable {
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

/** Untyped methods of the library's connection. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: (string | null)[] }): void
  describe(what: { type: 'S' | 'P'; name: string }): void
  execute(what: object): void
  close(what: { type: 'S'; name: string }): void
  sync(): void
}

function together(connection: Connection, send: (wire: Wire) => void): void {
  const wire = connection as unknown as Wire
  wire.stream.cork()
  try {
    send(wire)
  } finally {
    wire.stream.uncork()
  }
}

export class ParameterTypes extends Exchange<readonly number[]> {
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

/** Executes a prepared statement, or prepares `sql` under its name first. */
export class Execution extends Exchange<Answer> {
  fields: readonly Field[]
  readonly #name: string
  readonly #values: (string | null)[]
  readonly #sql: string | undefined
  readonly #gone: readonly string[]
  readonly #rows: Row[] = []
  #affected = 0
  /** Statements to run first; `text` is set if they aren't prepared yet. */
  before: readonly { readonly name: string; readonly text?: string }[] = []
  #doneBefore = 0
  /** The command tag: `UPDATE 3`. */
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
      for (const { name, text } of this.before) {
        if (text !== undefined) wire.parse({ name, text })
        wire.bind({ statement: name, values: [] })
        wire.execute({})
      }
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
    if (this.#doneBefore < this.before.length) return
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
    if (this.#doneBefore < this.before.length) {
      this.#doneBefore++
      return
    }
    this.tag = text
    const words = text.split(' ')
    if (changing.has(words[0] as string)) this.#affected = Number(words.at(-1))
  }

  protected result(): Answer {
    return { rows: this.#rows, affected: this.#affected }
  }
}
