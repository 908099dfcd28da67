import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { z } from '#contract'
import type { ArchiveRow } from './column.ts'
import * as format from './format.ts'
import { ArchiveError, type Relocation } from './relocation.ts'
import { columnsOf, type ExportedTable, exportedTables } from './tables.ts'
import { type TarEntry, tarEntries } from './tar-entries.ts'

/** perf: maximum rows, and characters of rows, in a batch */
const rowsAtOnce = 200
const charactersAtOnce = 2_000_000
/** Longer than any row: a message with all its earlier versions. */
const maxPerLine = 64 * 2 ** 20
const maxPerNote = 1_000_000

export interface Taker {
  /** Returns the mapping for the archive's rows. */
  begin(note: format.FormatNote): Promise<Relocation>
  /** Converted rows of one table, in order; tables come in the order of the declaration. */
  rows(table: string, declaration: ExportedTable, rows: ArchiveRow[]): Promise<void>
  tableEnded?(table: string): Promise<void>
  file?(entry: TarEntry): Promise<void>
}

export interface ReadCounts {
  rows: number
  messages: number
  files: number
}

/** Reads a whole archive; throws an ArchiveError if it is invalid. */
export async function readArchive(path: string, taker: Taker): Promise<ReadCounts> {
  const gunzip = createGunzip()
  // errors surface in the reader
  pipeline(createReadStream(path), gunzip, () => {})
  try {
    return await readEntries(tarEntries(gunzip as AsyncIterable<Buffer>), taker)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new ArchiveError("The file is damaged or isn't an archive")
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') throw new ArchiveError(`${path} cannot be read`)
    throw error
  } finally {
    gunzip.destroy()
  }
}

async function readEntries(entries: AsyncGenerator<TarEntry>, taker: Taker): Promise<ReadCounts> {
  const { value: first } = await entries.next()
  if (first?.name !== 'format.json') throw new ArchiveError("The archive isn't a full export of an organization")
  const note = await readNote(first)
  const way = await taker.begin(note)
  const left = exportedTables(note.secrets)
  const found: format.Manifest = { tables: {}, files: { written: 0, missing: 0 } }
  let manifest: format.Manifest | undefined
  for await (const entry of entries) {
    if (manifest) throw new ArchiveError('The archive has data after its end')
    const [folder, rest] = entry.name.split('/')
    if (folder === 'tables') {
      const [name, table] = left.shift() ?? []
      if (!name || !table || entry.name !== format.tableFile(name))
        throw new ArchiveError(`The archive holds '${entry.name}' where '${name ?? 'no table'}' is to be`)
      found.tables[name] = await readTable(entry, name, table, way, taker)
    } else if (entry.name === 'manifest.json') manifest = parsed(format.Manifest, await textOf(entry), entry.name)
    else if (rest !== undefined && left.length === 0 && /^(?:uploads|avatars|emoji|realm)$/.test(folder as string)) {
      await taker.file?.(entry)
      found.files.written++
    } else throw new ArchiveError(`The archive holds '${entry.name}', which is no file of an export`)
  }
  if (!manifest) throw new ArchiveError('The archive is incomplete: its manifest is missing')
  found.files.missing = manifest.files.missing
  if (left.length > 0 || JSON.stringify(found) !== JSON.stringify(manifest))
    throw new ArchiveError("The archive doesn't match its manifest")
  return {
    rows: Object.values(found.tables).reduce((sum, { rows }) => sum + rows, 0),
    messages: found.tables.message?.rows ?? 0,
    files: found.files.written,
  }
}

async function readNote(entry: TarEntry): Promise<format.FormatNote> {
  const text = await textOf(entry)
  const { format: name, version, server } = parsed(format.AnyFormat, text, entry.name)
  if (name !== format.formatName) throw new ArchiveError("The archive isn't a full export of an organization")
  if (version > format.formatVersion)
    throw new ArchiveError(
      `The archive was made by a newer version (${server}, format ${version}); this one reads format ${format.formatVersion}`,
    )
  return parsed(format.FormatNote, text, entry.name)
}

async function textOf({ name, size, content }: TarEntry): Promise<string> {
  if (size > maxPerNote) throw new ArchiveError(`${name} is too large`)
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts).toString()
}

function parsed<S extends z.ZodType>(schema: S, text: string, name: string): z.output<S> {
  const result = schema.safeParse(jsonOf(text, name))
  if (!result.success)
    throw new ArchiveError(`${name}: ${result.error.issues[0]?.path.join('.')} is not as it is to be`)
  return result.data
}

function jsonOf(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ArchiveError(`${where} is no JSON`)
  }
}

async function readTable(
  entry: TarEntry,
  name: string,
  table: ExportedTable,
  way: Relocation,
  taker: Taker,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  let count = 0
  let rows: ArchiveRow[] = []
  let characters = 0
  const pass = async () => {
    if (rows.length > 0) await taker.rows(name, table, rows)
    rows = []
    characters = 0
    await nextTurn()
  }
  for await (const line of linesOf(entry, (part) => hash.update(part))) {
    count++
    rows.push(relocated(line, `${entry.name}, line ${count},`, table, way))
    characters += line.length
    if (rows.length >= rowsAtOnce || characters > charactersAtOnce) await pass()
  }
  await pass()
  named(entry.name, () => way.ended(name))
  await taker.tableEnded?.(name)
  return { rows: count, sha256: hash.digest('hex') }
}

function named<T>(where: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ArchiveError) throw new ArchiveError(`${where} ${error.message}`)
    throw error
  }
}

function relocated(line: string, where: string, table: ExportedTable, way: Relocation): ArchiveRow {
  const row = jsonOf(line, where)
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new ArchiveError(`${where} is no object`)
  const given = row as ArchiveRow
  const columns = columnsOf(table)
  const unknown = Object.keys(given).find((key) => !columns.some(([column]) => column === key))
  if (unknown !== undefined)
    throw new ArchiveError(`${where} has a column '${unknown.slice(0, 63)}', which is not known`)
  const made: ArchiveRow = {}
  for (const [name, column] of columns) {
    const value = given[name]
    if (value === undefined) throw new ArchiveError(`${where} has no column '${name}'`)
    if (value === null && column.fresh) made[name] = column.fresh()
    else made[name] = column.in ? named(`${where} column '${name}',`, () => column.in?.(value, way, given)) : value
  }
  return made
}

async function* linesOf({ name, content }: TarEntry, seen: (part: Buffer) => void): AsyncGenerator<string> {
  let begun: Buffer[] = []
  let length = 0
  for await (const part of content) {
    seen(part)
    let from = 0
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, from)) {
      begun.push(part.subarray(from, at))
      yield Buffer.concat(begun).toString()
      begun = []
      length = 0
      from = at + 1
    }
    // copy: the chunk that it belongs to is large
    const rest = Buffer.from(part.subarray(from))
    length += rest.length
    if (length > maxPerLine) throw new ArchiveError(`${name} has a line that is too long`)
    if (rest.length > 0) begun.push(rest)
  }
  if (length > 0) throw new ArchiveError(`${name} ends in the middle of a line`)
}
