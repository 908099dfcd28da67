import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Connection, linesIn, type ReportWork } from '#platform/db'
import { isKept } from './archive.ts'
import { migrationsOf, rowsOf, type SequencePlace } from './catalogue.ts'
import { ownTablesOf } from './own-tables.ts'
import { linesOf, readConsistently, Summing, type TableSum } from './table-lines.ts'

export interface TableFiles {
  readonly migrations: string[]
  readonly sequences: readonly SequencePlace[]
  /** Tables that aren't Loquat's, and aren't written. */
  readonly foreign: readonly string[]
  readonly sums: TableSum[]
  readonly files: ReadonlyMap<string, string>
}

export class LinesFile {
  readonly #gzip = createGzip({ level: 4 })
  readonly #written: Promise<void>
  readonly #summing: Summing

  constructor(name: string, path: string) {
    this.#summing = new Summing(name)
    this.#written = pipeline(this.#gzip, createWriteStream(path, { mode: 0o600 }))
    // without this, writers would wait forever for a drain when the disk is full
    this.#written.catch((error: Error) => this.#gzip.destroy(error))
  }

  async add(lines: string): Promise<void> {
    const bytes = Buffer.from(lines)
    this.#summing.add(bytes)
    if (this.#gzip.destroyed) await this.#written
    if (!this.#gzip.write(bytes)) await Promise.race([once(this.#gzip, 'drain'), this.#written])
  }

  async end(): Promise<TableSum> {
    this.#gzip.end()
    await this.#written
    return this.#summing.sum()
  }
}

/** Writes a consistent snapshot of Loquat's tables, one file per table. */
export async function writeTables(connection: Connection, folder: string, progress?: ReportWork): Promise<TableFiles> {
  return readConsistently(connection, async () => {
    const migrations = await migrationsOf(connection)
    const { tables, sequences, foreign } = await ownTablesOf(connection)
    const kept = tables.filter(isKept)
    // counting reads all tables, so it's only done for someone who waits
    const of = progress ? await rowsOf(connection, kept) : 0
    let done = 0
    const [sums, files] = [[] as TableSum[], new Map<string, string>()]
    for (const table of kept) {
      const path = join(folder, `${table.name}.jsonl.gz`)
      const file = new LinesFile(table.name, path)
      for await (const lines of linesOf(connection, table)) {
        await file.add(lines)
        done += linesIn(Buffer.from(lines))
        progress?.({ phase: 'reading', done, of, unit: 'row' })
      }
      sums.push(await file.end())
      files.set(table.name, path)
    }
    return { migrations, sequences, foreign, sums, files }
  })
}
