import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import type { Driver } from './driver.ts'

const folder = join(projectRoot, 'migrations')

/** The database was written by a version of Loquat that knows more migrations than this one. */
export class NewerDatabaseError extends Error {}

export async function migrationScripts(): Promise<{ name: string; script: string }[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{14}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => ({
      name,
      script: `begin;\n${bookkeeping}${await readFile(join(folder, name), 'utf8')}\ninsert into migration (name) values ('${name}');\ncommit;`,
    })),
  )
}

const bookkeeping =
  'create table if not exists migration (name text primary key, applied_at timestamptz not null default now());\n'

/** Applies what is missing, in the order of the names, each script in a transaction of its own. */
export async function migrate(driver: Driver): Promise<void> {
  const connection = await driver.connect()
  let applied: Set<string>
  try {
    const { rows: found } = await connection.query(`select to_regclass('migration') is not null as found`, [])
    const rows = found[0]?.found ? (await connection.query('select name from migration', [])).rows : []
    applied = new Set(rows.map((row) => row.name as string))
  } finally {
    connection.release()
  }
  const scripts = await migrationScripts()
  const known = new Set(scripts.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length > 0) throw new NewerDatabaseError(`unknown migration ${unknown[0]}`)
  for (const { name, script } of scripts) if (!applied.has(name)) await driver.script(script)
}
