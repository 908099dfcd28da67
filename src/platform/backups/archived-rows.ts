import type { Readable } from 'node:stream'
import { type Connection, linesIn, migrationsNamed, type ReportWork } from '#platform/db'
import { ArchiveError, type Reader, readArchive } from './archive.ts'
import type { Table } from './catalogue.ts'
import { differences, EmptiedTables } from './emptied-tables.ts'
import type { Manifest } from './manifest.ts'

/**
 * Fills an empty database from an archive in one transaction, and verifies every table's count and hash. Throws an
 * {@link ArchiveError}, or a NewerDatabaseError for unknown migrations. `emptied` is a script run first.
 */
export async function restoreRows(
  connection: Connection,
  source: Readable,
  key: Buffer | undefined,
  {
    emptied = '',
    progress,
    ...reader
  }: Omit<Reader, 'rows' | 'manifest'> & { emptied?: string; progress?: ReportWork | undefined } = {},
): Promise<Manifest> {
  await connection.query('begin', [])
  try {
    if (emptied) await connection.script(emptied)
    let [done, of] = [0, 0]
    let target: { rows: EmptiedTables; byName: ReadonlyMap<string, Table> } | undefined
    const manifest = await readArchive(source, key, {
      ...reader,
      async manifest({ migrations, tables }) {
        for (const { statements } of await migrationsNamed(migrations)) await connection.script(statements)
        const rows = await EmptiedTables.of(connection)
        const byName = new Map(rows.tables.map((table) => [table.name, table]))
        const unknown = tables.find(({ name }) => !byName.has(name))
        if (unknown) throw new ArchiveError(`it has rows of ${unknown.name}, which its migrations do not make`)
        target = { rows, byName }
        of = tables.reduce((total, table) => total + table.rows, 0)
      },
      async rows(name, lines) {
        await target?.rows.add(target.byName.get(name) as Table, lines)
        done += linesIn(lines)
        progress?.({ phase: 'restoring', done, of, unit: 'row' })
      },
    })
    await target?.rows.complete(manifest.sequences)
    const [wrong] = await differences(connection, manifest.tables)
    if (wrong) throw new ArchiveError(`what was restored is not what was written: ${wrong}`)
    await connection.query('commit', [])
    return manifest
  } catch (error) {
    await connection.query('rollback', []).catch(() => {})
    throw error
  }
}
