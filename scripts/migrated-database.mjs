// An embedded database with every migration applied, for scripts that read its catalog.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** perf: a dump is cached under the hash of the migrations, because running them all takes seconds. */
export async function migratedDatabase() {
  const folder = join(root, 'migrations')
  const names = readdirSync(folder).filter((file) => /^\d{14}_\w+\.sql$/.test(file))
  const scripts = names.sort().map((name) => readFileSync(join(folder, name), 'utf8'))
  const lock = readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8')
  const digest = createHash('sha256').update(lock).update(scripts.join('\n')).digest('hex').slice(0, 16)
  const cached = join(root, 'node_modules/.cache/loquat', `schema-${digest}.tar`)
  if (existsSync(cached)) return PGlite.create({ loadDataDir: new Blob([readFileSync(cached)]) })
  const database = await PGlite.create('memory://')
  for (const script of scripts) await database.exec(script)
  const dump = Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer())
  mkdirSync(dirname(cached), { recursive: true })
  writeFileSync(`${cached}.${process.pid}`, dump)
  renameSync(`${cached}.${process.pid}`, cached)
  return database
}
