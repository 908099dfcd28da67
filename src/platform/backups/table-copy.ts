import { createHash } from 'node:crypto'
import { type Connection, linesIn } from '#platform/db'
import { quoted, type Table } from './catalogue.ts'
import type { EmptiedTables } from './emptied-tables.ts'
import { linesOf, Summing, type TableSum } from './table-lines.ts'

/** Consecutive rows up to a key; the last part extends to the end of the table. */
interface Part {
  readonly through: Key | null
  readonly sha256: string
}

type Key = readonly (string | number | boolean)[]

/** Rows after one key (exclusive) through another (inclusive); null means unbounded. */
interface KeyRange {
  readonly after: Key | null
  readonly through: Key | null
}

function keyIn(line: string, { key }: Table): Key {
  const row = JSON.parse(line) as Record<string, Key[number]>
  return key.map(({ name }) => row[name] as Key[number])
}

/** SQL condition for rows aliased `r`, in the order of `linesOf`. */
function within({ key }: Table, { after, through }: KeyRange): string {
  const columns = key.map(({ name, isText }) => `r.${quoted(name)}${isText ? ' collate "C"' : ''}`).join()
  const bound = (sign: string, values: Key) => `(${columns}) ${sign} (${values.map(literal).join()})`
  const bounds = [after && bound('>', after), through && bound('<=', through)].filter((one) => one !== null)
  return bounds.join(' and ') || 'true'
}

/** Untyped, so that it takes the type of the column it's compared with. Only for values read from the database. */
const literal = (value: Key[number]): string => `'${String(value).replaceAll("'", "''")}'`

export interface CopiedTable {
  readonly sum: TableSum
  readonly parts: readonly Part[]
}

const partBytes = 2 ** 20
/** Parts larger than this are rewritten without holding them in memory to compare. */
const maxCompared = 16 * 2 ** 20

export interface Copying {
  readonly from: Connection
  readonly to: Connection
  readonly table: Table
  readonly target: EmptiedTables
  /** Called with the number of rows that were copied or found unchanged. */
  moved(rows: number): void
}

/** Rewrites the parts of a table that differ from an earlier copy. `written`: number of rows. */
export async function copyTableRows(
  copying: Copying,
  before: CopiedTable | undefined,
): Promise<{ copied: CopiedTable; written: number }> {
  const { to, table } = copying
  if (!before) await to.script(`truncate ${quoted(table.name)}`)
  const summing = new Summing(table.name)
  const parts: Part[] = []
  let written = 0
  let after: Key | null = null
  const nothing: Part = { through: null, sha256: '' }
  for (const old of before?.parts ?? [nothing]) {
    written += await copyPart(copying, after, old, summing, parts)
    after = old.through
  }
  return { copied: { sum: summing.sum(), parts }, written }
}

async function copyPart(
  { from, to, table, target, moved }: Copying,
  after: Key | null,
  old: Part,
  summing: Summing,
  parts: Part[],
): Promise<number> {
  const range = within(table, { after, through: old.through })
  let held: Buffer[] = []
  let size = 0
  let isOther = false
  let written = 0
  const write = async (through: Key | null) => {
    if (!isOther) await to.script(`delete from ${quoted(table.name)} r where ${range}`)
    isOther = true
    const lines = Buffer.concat(held)
    await target.add(table, lines)
    written += linesIn(lines)
    parts.push({ through, sha256: hashOf(held) })
    held = []
    size = 0
  }
  for await (const lines of linesOf(from, table, range)) {
    // a table without a primary key can't be split into parts
    if (size > (isOther || old.sha256 === '' ? partBytes : maxCompared) && table.key.length > 0)
      await write(keyIn(lastLine(held), table))
    const bytes = Buffer.from(lines)
    summing.add(bytes)
    held.push(bytes)
    size += bytes.length
    moved(linesIn(bytes))
  }
  if (isOther || hashOf(held) !== old.sha256) await write(old.through)
  else parts.push(old)
  return written
}

function hashOf(pieces: readonly Buffer[]): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

function lastLine(pieces: readonly Buffer[]): string {
  const text = pieces.at(-1)?.toString() ?? ''
  return text.slice(text.lastIndexOf('\n', text.length - 2) + 1)
}
