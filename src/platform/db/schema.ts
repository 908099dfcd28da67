import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import type { Connection } from './driver.ts'

/** The schema after all migrations, written by `npm run generate`: `table account`, `column account.email`, ... */
async function expected(): Promise<Set<string>> {
  const text = await readFile(join(projectRoot, 'migrations', 'schema.sql'), 'utf8')
  const names = new Set<string>()
  let table = ''
  for (const line of text.split('\n')) {
    const made = /^create table (\S+) \(/.exec(line)?.[1]
    if (made) {
      table = made
      names.add(`table ${table}`)
    }
    const column = /^ {2}(\S+) /.exec(line)
    if (column) names.add(`column ${table}.${column[1]}`)
    const constraint = /^alter table (\S+) add constraint (\S+) /.exec(line)
    if (constraint) names.add(`constraint ${constraint[2]} of ${constraint[1]}`)
    const index = /^CREATE (?:UNIQUE )?INDEX (\S+) ON /.exec(line)
    if (index) names.add(`index ${index[1]}`)
  }
  return names
}

const present = `
  select 'table ' || relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
  union all
  select 'column ' || c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
  union all
  select 'constraint ' || conname || ' of ' || conrelid::regclass::text from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0
  union all
  select 'index ' || c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and i.indisvalid`

/** Names missing from a migrated database; for a missing table, its columns and indexes aren't listed. */
export async function missingFromSchema(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query(present, [])
  const found = new Set(rows.map(({ name }) => name as string))
  const missing = [...(await expected())].filter((name) => !found.has(name))
  const tables = missing.flatMap((name) => /^table (\S+)$/.exec(name)?.[1] ?? [])
  return missing.filter(
    (name) => !tables.some((table) => name.startsWith(`column ${table}.`) || name.endsWith(` of ${table}`)),
  )
}
