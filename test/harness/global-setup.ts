import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { dumpEmbedded, migrate, migrationScripts, openServer } from '#platform/db'
import { buildWorkers } from '../../scripts/build.mjs'

/**
 * Bundles the programs of threads, and migrates once per run: the embedded database into a file, a server's into a
 * template database.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await buildWorkers()
  const scripts = (await migrationScripts()).map(({ script }) => script)
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
    }
  }
  const digest = createHash('sha256').update(scripts.join('\n')).digest('hex').slice(0, 16)
  const folder = join(projectRoot, 'node_modules', '.cache', 'loquat')
  const file = join(folder, `database-${digest}.tar`)
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true })
    const dump = await dumpEmbedded(scripts)
    await writeFile(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
    await rename(`${file}.${process.pid}`, file)
  }
  process.env.LOQUAT_TEST_SNAPSHOT = file
  await readFile(file)
  return async () => {}
}
