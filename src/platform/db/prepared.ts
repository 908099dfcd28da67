import { type messages, protocol } from '@electric-sql/pglite'
import { type Field, NonsenseError, type Row, readAnswer, readAnswerInTurns, readMessages } from './answers.ts'
import type { Statement } from './driver.ts'
import type { Types } from './types.ts'

interface Prepared {
  /** Empty for the unnamed statement, which the next one replaces. */
  readonly name: string
  readonly write: readonly ((value: unknown) => string)[]
  readonly fields: readonly Field[]
}

/** Maximum number of prepared statements. Each takes tens of kilobytes. */
const capacity = 250

/** Sends protocol messages to the database and returns its response. */
export type Send = (message: Uint8Array) => Promise<Buffer>

/**
 * perf: a repeated statement stays planned and takes one message; the library parses it each time, in six round trips.
 */
export class PreparedStatements {
  /** Undefined for statements seen only once. Least recently used first. */
  readonly #known = new Map<string, Prepared | undefined>()
  readonly #types: Types
  #made = 0
  #turn: Promise<void> = Promise.resolve()

  constructor(types: Types) {
    this.#types = types
  }

  /** `before`: statements that run first, in the same message. */
  async query(
    send: Send,
    sql: string,
    params: readonly unknown[],
    before: readonly Statement[] = [],
  ): Promise<{ rows: Row[]; affected: number }> {
    const { answer, fields } = await this.#inQueue(async () => {
      const first: Uint8Array[] = []
      for (const { sql, params } of before) {
        const prepared = await this.#named(send, sql)
        first.push(executionOf(prepared.name, textsOf(prepared, params)))
      }
      const prepared = this.#known.get(sql) ?? (await this.#prepare(send, sql))
      this.#known.delete(sql)
      this.#known.set(sql, prepared.name === '' ? undefined : prepared)
      const execution = executionOf(prepared.name, textsOf(prepared, params), { isLast: true })
      const answer = send(first.length === 0 ? execution : joined([...first, execution]))
      return { answer, fields: prepared.fields }
    })
    return readAnswerInTurns(await answer, fields, before.length)
  }

  /** Prepares a statement under a name on first use, because the unnamed one is needed for the statement after it. */
  async #named(send: Send, sql: string): Promise<Prepared> {
    const known = this.#known.get(sql)
    this.#known.delete(sql)
    this.#known.set(sql, known)
    const prepared = known ?? (await this.#prepare(send, sql))
    this.#known.set(sql, prepared)
    return prepared
  }

  /** Keeps calls in order, because another one between prepare and execute could replace the unnamed statement. */
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

  /** Runs several statements and clears the cache, because tables may have changed. */
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

const textsOf = ({ write }: Prepared, params: readonly unknown[]): (string | null)[] =>
  params.map((value, index) => {
    if (value === null || value === undefined) return null
    return write[index]?.(value) ?? String(value)
  })

export const scriptMessage = (sql: string): Uint8Array => joined([protocol.serialize.query(sql)])

/** perf: the library counts and copies texts byte by byte; for many rows that takes longer than inserting them. */
function executionOf(statement: string, values: readonly (string | null)[], { isLast = false } = {}): Uint8Array {
  const lengths = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  const nameLength = Buffer.byteLength(statement)
  // portal (none), statement name, parameter formats (none), parameter count and lengths, result formats (none)
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
