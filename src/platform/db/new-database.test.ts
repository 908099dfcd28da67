import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, test as base } from '#test'
import { unhurried } from './driver.ts'
import { openEmbedded } from './embedded.ts'
import { migrate, migrationScripts } from './migrate.ts'
import { layNewDatabase } from './new-database.ts'

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-new-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

test('a new database is empty, private to its owner, and sorts UTF-8 bytewise', async ({ folder }) => {
  const dataDir = join(folder, 'database')
  await layNewDatabase(dataDir, { sync: true })
  for (const name of ['.', ...(await readdir(dataDir, { recursive: true }))])
    assert.equal((await stat(join(dataDir, name))).mode & 0o077, 0, name)
  const driver = await openEmbedded({ dataDir })
  const connection = await driver.connect(unhurried)
  const { rows } = await connection.query(
    `select (select count(*) from pg_class where relnamespace = 'public'::regnamespace)::int as relations,
       pg_encoding_to_char(encoding) as encoding, datcollate, datctype, current_setting('timezone') as zone
     from pg_database where datname = current_database()`,
    [],
  )
  connection.release()
  await driver.close()
  assert.deepEqual(rows, [{ relations: 0, encoding: 'UTF8', datcollate: 'C', datctype: 'C.UTF-8', zone: 'UTC' }])
})

test("a folder that isn't empty is left alone", async ({ folder }) => {
  await writeFile(join(folder, 'notes'), 'kept')
  await layNewDatabase(folder, { sync: true })
  assert.deepEqual(await readdir(folder), ['notes'])
  assert.equal(await readFile(join(folder, 'notes'), 'utf8'), 'kept')
})

test('leftovers of an interrupted attempt are ignored', async ({ folder }) => {
  const dataDir = join(folder, 'database')
  await mkdir(dataDir)
  await mkdir(join(folder, 'database.unpacked/base/99'), { recursive: true })
  await layNewDatabase(dataDir, { sync: false })
  assert.deepEqual(await readdir(folder), ['database'])
  assert.ok(!(await readdir(join(dataDir, 'base'))).includes('99'))
})

test('a prebuilt database has all migrations and the same schema', async ({ folder }) => {
  const [made, applied] = [join(folder, 'made'), join(folder, 'applied')]
  await layNewDatabase(made, { sync: false, migrated: true })
  assert.deepEqual(await described(made, false), await described(applied, true))
})

async function described(dataDir: string, lacksAll: boolean) {
  const driver = await openEmbedded({ dataDir, sync: false })
  try {
    assert.equal((await migrate(driver)).length, lacksAll ? (await migrationScripts()).length : 0)
    const connection = await driver.connect(unhurried)
    const { rows } = await connection.query(
      `select table_name, column_name, column_default, data_type, is_nullable from information_schema.columns
        where table_schema = 'public' order by 1, 2`,
      [],
    )
    connection.release()
    assert.ok(rows.length > 500)
    return rows
  } finally {
    await driver.close()
  }
}
