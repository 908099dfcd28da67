import { type Connection, migrationScripts } from '#platform/db'
import { type SequencePlace, sequencesOf, type Table, tablesOf } from './catalogue.ts'

const creations = /^[ \t]*create (?:unlogged )?(?:table|sequence) (?:if not exists )?"?(\w+)/gim
const renamings = /^[ \t]*alter (?:table|sequence) (?:if exists )?"?\w+"? rename to "?(\w+)/gim

interface OwnTables {
  readonly tables: readonly Table[]
  readonly sequences: readonly SequencePlace[]
  /** Names of tables that no migration has created, such as an administrator's own. */
  readonly foreign: readonly string[]
}

/**
 * The tables and sequences that migrations have created. A backup or copy with others couldn't be restored: its target
 * is created by migrations, too.
 */
export async function ownTablesOf(connection: Connection): Promise<OwnTables> {
  const names = new Set<string>()
  for (const { statements } of await migrationScripts())
    for (const pattern of [creations, renamings])
      for (const [, name] of statements.matchAll(pattern)) names.add(name as string)
  const all = await tablesOf(connection)
  const owners = await sequenceOwners(connection)
  return {
    tables: all.filter(({ name }) => names.has(name)),
    sequences: (await sequencesOf(connection)).filter(({ name }) => names.has(owners.get(name) ?? name)),
    foreign: all.map(({ name }) => name).filter((name) => !names.has(name)),
  }
}

/** The tables of sequences that belong to a column. */
async function sequenceOwners(connection: Connection): Promise<Map<string, string>> {
  const { rows } = await connection.query(
    `select s.relname::text as sequence, t.relname::text as "table" from pg_depend d
     join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_class t on t.oid = d.refobjid
     where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
       and s.relnamespace = 'public'::regnamespace`,
    [],
  )
  return new Map(rows.map(({ sequence, table }) => [sequence as string, table as string]))
}
