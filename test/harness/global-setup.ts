import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot, readConfig } from '#platform/config'
import { dumpEmbedded, migrate, migrationScripts, openServer } from '#platform/db'
import { buildParts } from '../../scripts/build.mjs'
import { openFolder } from '../../src/command/folder.ts'
import { options } from '../../src/command/options.ts'
import { temporaryFolder } from './temporary-folder.ts'

const cache = join(projectRoot, 'node_modules', '.cache', 'loquat')

/** perf: every test file unpacks the snapshot, and no test creates another database in it: a fifth of the time. */
const withoutTemplates = [
  'update pg_database set datistemplate = false',
  'drop database template1',
  'drop database template0',
  'checkpoint',
]

/**
 * Builds the worker programs and texts, and migrates once: the embedded database into cached files, a server's into a
 * template database for this run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await buildParts()
  const folder = await temporaryFolder()
  process.env.TMPDIR = folder.path
  const scripts = (await migrationScripts()).map(({ script }) => script)
  const files = await readFile(join(projectRoot, 'dist/workers/new-database.tar.br'))
  const digest = createHash('sha256').update(scripts.join('\n')).update(files).digest('hex').slice(0, 16)
  await mkdir(cache, { recursive: true })
  process.env.LOQUAT_TEST_DIRECTORY = await once(`directory-${digest}`, async (dataDir) => {
    await mkdir(dataDir)
    const driver = await openFolder(readConfig(options, { dataDir }, {}))
    await migrate(driver)
    await driver.close()
  })
  process.env.LOQUAT_TEST_SNAPSHOT = await once(`snapshot-${digest}.tar`, async (file) => {
    const dump = await dumpEmbedded([...scripts, ...withoutTemplates])
    await writeFile(file, Buffer.from(await dump.arrayBuffer()))
  })
  const url = process.env.LOQUAT_TEST_DATABASE_URL
  if (url) {
    const template = `loquat_template_${process.pid}`
    const admin = await openServer(url, { connections: 1 })
    await admin.script(`drop database if exists ${template}`)
    await admin.script(`create database ${template}`)
    const own = new URL(url)
    own.pathname = `/${template}`
    const driver = await openServer(own.href, { connections: 1 })
    await migrate(driver)
    await driver.close()
    process.env.LOQUAT_TEST_TEMPLATE = template
    return async () => {
      await admin.script(`drop database if exists ${template} with (force)`)
      await admin.close()
      await folder.remove()
    }
  }
  return folder.remove
}

/** Path of something cached for later runs; created if missing, under a temporary name. */
async function once(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(cache, name)
  if (existsSync(path)) return path
  const fresh = `${path}.${process.pid}`
  await make(fresh)
  try {
    await rename(fresh, path)
  } catch (error) {
    // another run was faster
    if (!existsSync(path)) throw error
    await rm(fresh, { recursive: true })
  }
  return path
}
