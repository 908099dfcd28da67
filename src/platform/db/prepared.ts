import { type messages, type PGlite, protocol } from '@electric-sql/pglite'

type Row = Record<string, unknown>
type Read = (text: string) => unknown

interface Prepared {
  /** Empty for the unnamed statement, which the next one replaces. */
  readonly name: string
  readonly write: readonly ((value: unknown) => string)[]
  readonly fields: readonly { readonly name: string; readonly read: Read }[]
}

/** How many statements the database keeps ready. Each takes some tens of kilobytes. */
const capacity = 250
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
const asIs: Read = (text) => text

/**
 * The statements of the embedded database. perf: one that comes again stays parsed and planned in the database, and its
 * parameters, answer and end are one message; the library's own way parses each anew and goes back and forth six times.
 */
export class PreparedStatements {
  /** Undefined for one that was asked for only once. The longest unused come first. */
  readonly #known = new Map<string, Prepared | undefined>()
  readonly #pglite: PGlite
  #made = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  async query(sql: string, params: readonly unknown[]): Promise<{ rows: Row[]; affected: number }> {
    const prepared = this.#known.get(sql) ?? (await this.#prepare(sql))
    this.#known.delete(sql)
    this.#known.set(sql, prepared.name === '' ? undefined : prepared)
    const values = params.map((value, index) => {
      if (value === null || value === undefined) return null
      const write = prepared.write[index]
      return write ? write(value) : String(value)
    })
    const { bind, execute, sync } = protocol.serialize
    const answer = await this.#send([bind({ statement: prepared.name, values }), execute({}), sync()])
    return read(answer, prepared.fields)
  }

  /** To be called when the tables change. */
  async forget(): Promise<void> {
    this.#known.clear()
    await this.#pglite.exec('deallocate all')
  }

  async #prepare(sql: string): Promise<Prepared> {
    const { parse, describe, close, sync } = protocol.serialize
    const parts: Uint8Array[] = []
    if (this.#known.size >= capacity) {
      const [oldest, unused] = this.#known.entries().next().value as [string, Prepared | undefined]
      this.#known.delete(oldest)
      if (unused) parts.push(close({ type: 'S', name: unused.name }))
    }
    const name = this.#known.has(sql) ? `s${++this.#made}` : ''
    const answer = await this.#send([...parts, parse({ name, text: sql }), describe({ type: 'S', name }), sync()])
    const { serializers, parsers } = this.#pglite
    const types = find<messages.ParameterDescriptionMessage>(answer, 'parameterDescription')?.dataTypeIDs ?? []
    const fields = find<messages.RowDescriptionMessage>(answer, 'rowDescription')?.fields ?? []
    return {
      name,
      write: types.map((type) => serializers[type] ?? String),
      fields: fields.map(({ name, dataTypeID }) => {
        const parser = parsers[dataTypeID]
        return { name, read: parser ? (text) => parser(text, dataTypeID) : asIs }
      }),
    }
  }

  async #send(parts: readonly Uint8Array[]): Promise<readonly { name: string }[]> {
    // files are written as the database goes: there is nothing to carry to them afterwards
    const { messages } = await this.#pglite.execProtocol(Buffer.concat(parts), { syncToFs: false })
    return messages
  }
}

const find = <M>(answer: readonly { name: string }[], name: string): M | undefined =>
  answer.find((message) => message.name === name) as M | undefined

function read(answer: readonly { name: string }[], fields: Prepared['fields']): { rows: Row[]; affected: number } {
  const rows: Row[] = []
  let affected = 0
  for (const message of answer) {
    if (message.name === 'dataRow') {
      const { fields: texts } = message as messages.DataRowMessage
      const row: Row = {}
      for (let index = 0; index < fields.length; index++) {
        const { name, read } = fields[index] as Prepared['fields'][number]
        const text = texts[index] as string | null
        row[name] = text === null ? null : read(text)
      }
      rows.push(row)
    } else if (message.name === 'commandComplete') {
      const words = (message as messages.CommandCompleteMessage).text.split(' ')
      if (changing.has(words[0] as string)) affected = Number(words.at(-1))
    }
  }
  return { rows, affected }
}
