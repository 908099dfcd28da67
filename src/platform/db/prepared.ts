import { type messages, protocol } from '@electric-sql/pglite'
import { type Field, NonsenseError, type Row, readAnswer, readAnswerInTurns, readMessages } from './answers.ts'
import type { Types } from './types.ts'

interface Prepared {
  /** Empty for the unnamed statement, which the next one replaces. */
  readonly name: string
  readonly write: readonly ((value: unknown) => string)[]
  readonly fields: readonly Field[]
}

/** How many statements the database keeps ready. Each takes some tens of kilobytes. */
const capacity = 250

/** Takes messages of PostgreSQL's protocol to the database, and brings its answers. */
export type Send = (message: Uint8Array) => Promise<Buffer>

/**
 * The statements of the embedded database. perf: one that comes again stays parsed and planned in the database, and its
 * parameters, answer and end are one message; the library's own way parses each anew and goes back and forth six times.
 */
export class PreparedStatements {
  /** Undefined for one that was asked for only once. The longest unused come first. */
  readonly #known = new Map<string, Prepared | undefined>()
  readonly #types: Types
  #made = 0
  #turn: Promise<void> = Promise.resolve()

  constructor(types: Types) {
    this.#types = types
  }

  /** `before`: statements without parameters that run before it, in the same message. */
  async query(
    send: Send,
    sql: string,
    params: readonly unknown[],
    before: readonly string[] = [],
  ): Promise<{ rows: Row[]; affected: number }> {
    const { answer, fields } = await this.#inQueue(async () => {
      const first: Uint8Array[] = []
      for (const text of before) first.push(executionOf((await this.#named(send, text)).name, []))
      const prepared = this.#known.get(sql) ?? (await this.#prepare(send, sql))
      this.#known.delete(sql)
      this.#known.set(sql, prepared.name === '' ? undefined : prepared)
      const values = params.map((value, index) => {
        if (value === null || value === undefined) return null
        const write = prepared.write[index]
        return write ? write(value) : String(value)
      })
      const execution = executionOf(prepared.name, values, { isLast: true })
      const answer = send(first.length === 0 ? execution : joined([...first, execution]))
      return { answer, fields: prepared.fields }
    })
    return readAnswerInTurns(await answer, fields, before.length)
  }

  /** One that is kept ready from the first time on: the unnamed one is for what comes after it. */
  async #named(send: Send, sql: string): Promise<Prepared> {
    const known = this.#known.get(sql)
    this.#known.delete(sql)
    this.#known.set(sql, known)
    const prepared = known ?? (await this.#prepare(send, sql))
    this.#known.set(sql, prepared)
    return prepared
  }

  /**
   * Statements are sent in the order in which they are asked for: between the preparation of one and its execution there
   * is room for another, which might be meant to come after it, or prepare the unnamed statement that it has prepared.
   */
  async #inQueue<T>(sent: () => Promise<T>): Promise<T> {
    const before = this.#turn
    let done!: () => void
    this.#turn = new Promise((resolve) => {
      done = resolve
    })
    await before
    try {
      return await sent()
    } finally {
      done()
    }
  }

  /** Runs several statements, after which the tables may be others. */
  async script(send: Send, sql: string): Promise<void> {
    await this.#inQueue(async () => {
      this.#known.clear()
      readAnswer(await send(scriptMessage(sql)), [])
      readAnswer(await send(scriptMessage('deallocate all')), [])
    })
  }

  async #prepare(send: Send, sql: string): Promise<Prepared> {
    const { parse, describe, close, sync } = protocol.serialize
    const parts: Uint8Array[] = []
    if (this.#known.size >= capacity) {
      const [oldest, unused] = this.#known.entries().next().value as [string, Prepared | undefined]
      this.#known.delete(oldest)
      if (unused) parts.push(close({ type: 'S', name: unused.name }))
    }
    const name = this.#known.has(sql) ? `s${++this.#made}` : ''
    const answer = readMessages(
      await send(joined([...parts, parse({ name, text: sql }), describe({ type: 'S', name }), sync()])),
    )
    const parameters = find<messages.ParameterDescriptionMessage>(answer, 'parameterDescription')
    if (!parameters) throw new NonsenseError('a statement was neither described nor refused')
    const fields = find<messages.RowDescriptionMessage>(answer, 'rowDescription')?.fields ?? []
    return {
      name,
      write: parameters.dataTypeIDs.map((type) => this.#types.writer(type)),
      fields: fields.map(({ name, dataTypeID }) => ({ name, read: this.#types.reader(dataTypeID) })),
    }
  }
}

/** A message with statements that have no parameters. */
export const scriptMessage = (sql: string): Uint8Array => joined([protocol.serialize.query(sql)])

/**
 * A statement with its parameters and its execution as one message, which ends where it is the last. perf: the library
 * counts the bytes of texts one by one and copies them twice; of many rows that takes longer than to insert them.
 */
function executionOf(statement: string, values: readonly (string | null)[], { isLast = false } = {}): Uint8Array {
  const lengths = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  const nameLength = Buffer.byteLength(statement)
  // no portal, the name, no formats of parameters, their number, each with its length, no formats of columns
  const bound = 4 + 1 + nameLength + 1 + 2 + 2 + lengths.reduce((sum, length) => sum + 4 + length, 0) + 2
  const rest = [protocol.serialize.execute({}), ...(isLast ? [protocol.serialize.sync()] : [])]
  const all = Buffer.from(new ArrayBuffer(1 + bound + rest.reduce((sum, { length }) => sum + length, 0)))
  let at = all.writeUInt8(bindMessage, 0)
  at = all.writeInt32BE(bound, at)
  at += 1 + all.write(statement, at + 1) + 1
  at = all.writeUInt16BE(values.length, at + 2)
  for (const [index, value] of values.entries()) {
    at = all.writeInt32BE(value === null ? -1 : (lengths[index] as number), at)
    if (value !== null) at += all.write(value, at)
  }
  at += 2
  for (const message of rest) {
    all.set(message, at)
    at += message.length
  }
  return all
}

const bindMessage = 'B'.charCodeAt(0)

/** Messages as one, in memory of its own, which can be handed to another thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const find = <M>(answer: readonly { name: string }[], name: string): M | undefined =>
  answer.find((message) => message.name === name) as M | undefined
