import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { raw } from '#platform/db'
import { assert, startServer, test } from '#test'
import { columnsOf, declaredTables, exportedTables } from '../../src/features/data/exports/full/tables.ts'
import { fullArchive, rowsOf } from './archives.ts'
import { RandomOrganization } from './random-organization.ts'

/** Not of any organization. */
const ofTheServer = ['migration']

test('every table and column of the database is declared, with what becomes of it', async ({ server }) => {
  const rows = await server.runtime.db.read((tx) =>
    raw<{ table: string; columns: string[] }>(
      tx,
      `select c.relname::text as table, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       group by 1`,
      [],
    ),
  )
  const tables = new Map(
    rows.filter(({ table }) => !ofTheServer.includes(table)).map((row) => [row.table, row.columns]),
  )
  assert.deepEqual(Object.keys(declaredTables).sort(), [...tables.keys()].sort())
  for (const [name, columns] of tables) {
    const declared = declaredTables[name]
    assert.ok(declared)
    if ('leftOut' in declared) assert.ok(declared.leftOut.length > 5, `why ${name} is left out`)
    else assert.deepEqual(Object.keys(declared.columns).sort(), [...columns].sort(), name)
  }
})

test('each table of an archive comes after those that its rows refer to', async ({ server }) => {
  const references = await server.runtime.db.read((tx) =>
    raw<{ child: string; parent: string }>(
      tx,
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
       where contype = 'f' and conrelid <> confrelid`,
      [],
    ),
  )
  const order = exportedTables(true).map(([name]) => name)
  for (const { child, parent } of references) {
    if (!order.includes(child)) continue
    assert.ok(order.indexOf(parent) >= 0 && order.indexOf(parent) < order.indexOf(child), `${child} after ${parent}`)
  }
})

test('the columns by which rows are ordered are those that no two rows share', async ({ server }) => {
  for (const [name, table] of exportedTables(true)) {
    assert.ok(
      table.key.every((key) => columnsOf(table).some(([column]) => column === key)),
      name,
    )
    const uniques = await server.runtime.db.read((tx) =>
      raw<{ columns: string }>(
        tx,
        `select (select string_agg(pg_get_indexdef(indexrelid, n, true), ',' order by n) from generate_series(1, indnkeyatts) n) as columns
         from pg_index where indisunique and indpred is null and indrelid = $1::text::regclass`,
        [name],
      ),
    )
    const plain = uniques.map(({ columns }) => columns.replace(/lower\((\w+)\)/g, '$1').replace(/^org_id,/, ''))
    assert.ok(plain.includes(table.key.join()), `${name}: ${table.key} is none of ${plain.join(' or ')}`)
  }
})

test('each line of an archive is as its JSON Schema says', async () => {
  const server = await startServer()
  try {
    const random = await RandomOrganization.found(server, 31)
    await random.live()
    const schema = JSON.parse(await readFile('docs/export-format.generated.json', 'utf8'))
    const ajv = new Ajv2020({ allErrors: false, allowUnionTypes: true })
    ajv.addSchema(schema, 'format')
    for (const withSecrets of [true, false]) {
      const { files } = await fullArchive(server, random.society.org, { withSecrets })
      for (const [name] of exportedTables(withSecrets)) {
        const check = ajv.getSchema(`format#/$defs/${name}`)
        for (const row of rowsOf(files, name)) assert.ok(check?.(row), `${name}: ${JSON.stringify(check?.errors)}`)
      }
    }
  } finally {
    await server.close()
  }
})
