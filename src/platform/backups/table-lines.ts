import { createHash } from 'node:crypto'
import type { Connection } from '#platform/db'
import { quoted, type Table } from './catalogue.ts'

/** Count and hash of a table's lines. Equal rows give equal sums in any database and PostgreSQL version. */
export interface TableSum {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** Rows per fetch; the largest step expected to stay below `bytesAtOnce`, judging by the last fetch. */
const steps = [4, 32, 256, 1024]
const bytesAtOnce = 2 * 2 ** 20
const newLine = 10

/** Makes the text form of values independent of the server's settings. */
const plain =
  "set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'"

/** One snapshot for all tables. */
export async function readConsistently<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await connection.script(plain)
  await connection.query('begin isolation level repeatable read read only', [])
  try {
    return await work()
  } finally {
    await connection.query('rollback', [])
  }
}

/**
 * The rows of a table as JSON lines, a few megabytes at a time, ordered by primary key or else by line. Must run within
 * {@link readConsistently}. `range` is a SQL condition on rows aliased `r`.
 */
export async function* linesOf(connection: Connection, table: Table, range = 'true'): AsyncGenerator<string> {
  const cursor = quoted(`lines of ${table.name}`)
  const columns = table.columns.map(quoted).join()
  const order = table.key.map(({ name, isText }) => `r.${quoted(name)}${isText ? ' collate "C"' : ''}`).join()
  await connection.query(
    `declare ${cursor} no scroll cursor for select row_to_json(r)::text as line
     from (select ${columns} from ${quoted(table.name)}) r where ${range} order by ${order || 'row_to_json(r)::text collate "C"'}`,
    [],
  )
  for (let step = steps[1] as number; ; ) {
    const { rows } = await connection.query(`fetch ${step} from ${cursor}`, [])
    const lines = rows.map(({ line }) => line as string)
    if (lines.length > 0) yield `${lines.join('\n')}\n`
    if (lines.length < step) break
    const longest = lines.reduce((most, { length }) => Math.max(most, length), 1)
    step = steps.findLast((one) => one * longest <= bytesAtOnce) ?? (steps[0] as number)
  }
  await connection.query(`close ${cursor}`, [])
}

export class Summing {
  readonly #hash = createHash('sha256')
  readonly #name: string
  #rows = 0
  #bytes = 0

  constructor(name: string) {
    this.#name = name
  }

  /** `lines` must be whole lines. */
  add(lines: Buffer): void {
    this.#hash.update(lines)
    this.#bytes += lines.length
    for (let at = lines.indexOf(newLine); at >= 0; at = lines.indexOf(newLine, at + 1)) this.#rows++
  }

  sum(): TableSum {
    return { name: this.#name, rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

export async function sumOf(connection: Connection, table: Table): Promise<TableSum> {
  const summing = new Summing(table.name)
  for await (const lines of linesOf(connection, table)) summing.add(Buffer.from(lines))
  return summing.sum()
}

/** Regroups chunks into whole lines, at least `atLeast` bytes at a time. */
export async function* wholeLines(pieces: AsyncIterable<Buffer>, atLeast = 2 ** 20): AsyncGenerator<Buffer> {
  let kept: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    kept.push(piece)
    length += piece.length
    if (length < atLeast) continue
    const end = piece.lastIndexOf(newLine) + 1
    if (end === 0) continue
    yield Buffer.concat([...kept.slice(0, -1), piece.subarray(0, end)])
    kept = [piece.subarray(end)]
    length = piece.length - end
  }
  if (length > 0) yield Buffer.concat(kept)
}
