import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { type Connection, type Driver, unhurried } from './driver.ts'
import type { ReportWork } from './progress.ts'

const folder = join(projectRoot, 'migrations')

/** The database has migrations that this version of Loquat doesn't know. */
export class NewerDatabaseError extends Error {
  constructor(migration: string) {
    super(
      'the database was written by a newer version of Loquat: install that version, or restore the backup from before the upgrade (docs/backups.md)',
      { cause: `unknown migration ${migration}` },
    )
  }
}

export interface Migration {
  readonly name: string
  /** With its own transaction. */
  readonly script: string
  /** For use in an existing transaction. */
  readonly statements: string
}

export async function migrationScripts(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{14}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const statements = `${bookkeeping}${await readFile(join(folder, name), 'utf8')}\ninsert into migration (name) values ('${name}');\n`
      return { name, statements, script: `begin;\n${statements}commit;` }
    }),
  )
}

/** The named migrations in order. Throws a {@link NewerDatabaseError} if this version doesn't know one. */
export async function migrationsNamed(names: readonly string[]): Promise<Migration[]> {
  const known = new Map((await migrationScripts()).map((migration) => [migration.name, migration]))
  return [...names].sort().map((name) => {
    const migration = known.get(name)
    if (!migration) throw new NewerDatabaseError(name)
    return migration
  })
}

/** A hash that changes with any migration's text. */
export const migrationsKey = (migrations: readonly Migration[]): string => {
  const hash = createHash('sha256')
  for (const { script } of migrations) hash.update(script)
  return hash.digest('hex').slice(0, 16)
}

const bookkeeping =
  'create table if not exists migration (name text primary key, applied_at timestamptz not null default now());\n'

/** Arbitrary number for the advisory lock: processes starting at once on one server take turns. */
const migrationLock = 7_205_891

/** Marks a database that is being copied into, see copyDatabase. */
export const copyTable = 'loquat_copy'

/** A copy into this database was not finished. */
export class UnfinishedCopyError extends Error {}

export async function pendingMigrations(connection: Connection): Promise<Migration[]> {
  const { rows: found } = await connection.query(
    `select to_regclass('migration') is not null as found, to_regclass('${copyTable}') is not null as unfinished`,
    [],
  )
  if (found[0]?.unfinished) throw new UnfinishedCopyError('a copy into this database was not finished')
  const rows = found[0]?.found ? (await connection.query('select name from migration', [])).rows : []
  const applied = new Set(rows.map((row) => row.name as string))
  const scripts = await migrationScripts()
  const known = new Set(scripts.map(({ name }) => name))
  const unknown = [...applied].find((name) => !known.has(name))
  if (unknown) throw new NewerDatabaseError(unknown)
  return scripts.filter(({ name }) => !applied.has(name))
}

export interface AppliedMigration {
  readonly name: string
  readonly ms: number
}

/**
 * Applies pending migrations in one transaction and returns them. `before` is called first, if there are any, while
 * other processes wait for the lock, and may throw.
 */
export async function migrate(
  driver: Driver,
  before: (isEmpty: boolean) => Promise<void> = async () => {},
  progress: ReportWork = () => {},
): Promise<readonly AppliedMigration[]> {
  const connection = await driver.connect(unhurried)
  try {
    await connection.query('select pg_advisory_lock($1)', [migrationLock])
    const pending = await pendingMigrations(connection)
    if (pending.length === 0) return []
    const { rows } = await connection.query(`select to_regclass('organization') is null as empty`, [])
    await before(Boolean(rows[0]?.empty))
    await connection.query('begin', [])
    try {
      const applied: AppliedMigration[] = []
      for (const { name, statements } of pending) {
        progress({ phase: 'upgrading', done: applied.length, of: pending.length, unit: 'migration' })
        const from = performance.now()
        await connection.script(statements)
        applied.push({ name, ms: Math.round(performance.now() - from) })
      }
      await connection.query('commit', [])
      return applied
    } catch (error) {
      await connection.query('rollback', []).catch(() => {})
      throw error
    }
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    connection.release()
  }
}
