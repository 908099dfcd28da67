// Writes what full exports hold, from the declaration of their tables: the lists in docs/export-format.md, and
// docs/export-format.generated.json. With --check it only says whether the committed files are current.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from './build.mjs'
import { migratedDatabase } from './migrated-database.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = 'node_modules/.cache/loquat/export-tables.mjs'
await bundle('src/features/data/exports/full/tables.ts', built)
const { declaredTables, columnsOf, exportedTables } = await import(pathToFileURL(join(root, built)))

const database = await migratedDatabase()
const { rows } = await database.query(`
  select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`)
await database.close()
const stored = new Map(rows.map((row) => [row.name, row]))

const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?\\+00:00$' }
const types = {
  bigint: { type: 'integer' },
  integer: { type: 'integer' },
  smallint: { type: 'integer' },
  text: { type: 'string' },
  boolean: { type: 'boolean' },
  'timestamp with time zone': time,
  jsonb: { type: ['object', 'array'] },
  'bigint[]': { type: 'array', items: { type: 'integer' } },
  int8multirange: { type: 'string', pattern: '^\\{.*\\}$' },
}

function schemaOf(table, [name, column]) {
  const { type, required } = stored.get(`${table}.${name}`)
  const known = types[type]
  if (!known) throw new Error(`No JSON Schema for ${type} of ${table}.${name}`)
  const isNullable = !required || column.fresh !== undefined
  return {
    ...known,
    ...(isNullable ? { type: [known.type, 'null'].flat() } : {}),
    ...(column.holds ? { description: column.holds } : {}),
  }
}

const tables = exportedTables(true)
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A line of each table of a full export',
  $defs: Object.fromEntries(
    tables.map(([name, table]) => [
      name,
      {
        type: 'object',
        description: `Lines of tables/${name}.jsonl, by ${table.key.join(', ')}${table.isSecret ? '; with secrets only' : ''}`,
        properties: Object.fromEntries(columnsOf(table).map((column) => [column[0], schemaOf(name, column)])),
        required: columnsOf(table).map(([column]) => column),
        additionalProperties: false,
      },
    ]),
  ),
}

const said = ([name, { holds }]) => (holds ? `\`${name}\` (${holds})` : `\`${name}\``)
const lists = [
  '| table | by | columns that are more than values |',
  '|---|---|---|',
  ...tables.map(
    ([name, table]) =>
      `| \`${name}\`${table.isSecret ? ', with secrets only' : ''} | ${table.key.map((key) => `\`${key}\``).join(', ')} | ${columnsOf(
        table,
      )
        .filter(([, { holds }]) => holds)
        .map(said)
        .join(', ')} |`,
  ),
  '',
  'Left out:',
  '',
  '| table | why |',
  '|---|---|',
  ...Object.entries(declaredTables).flatMap(([name, { leftOut }]) => (leftOut ? [`| \`${name}\` | ${leftOut} |`] : [])),
].join('\n')

const file = join(root, 'docs/export-format.md')
const page = readFileSync(file, 'utf8')
const [begin, end] = ['<!-- tables: generated -->\n', '<!-- end of tables -->']
const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)]
if (from < begin.length || to < from) throw new Error('docs/export-format.md has no place for the tables')
const fresh = new Map([
  [file, `${page.slice(0, from)}${lists}\n${page.slice(to)}`],
  [join(root, 'docs/export-format.generated.json'), `${JSON.stringify(schema, null, 1)}\n`],
])
for (const [path, text] of fresh) {
  let before = ''
  try {
    before = readFileSync(path, 'utf8')
  } catch {
    // made for the first time
  }
  if (before === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${path.slice(root.length + 1)} is out of date: run npm run generate`)
    process.exit(1)
  }
  writeFileSync(path, text)
}
