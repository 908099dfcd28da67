import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { projectRoot } from '#platform/config'
import { syncFolder, syncTree } from '#platform/folders'
import { migrationScripts, migrationsKey } from './migrate.ts'

/** Where scripts/build.mjs puts the files of new databases. */
const archives = join(projectRoot, 'dist/workers')

interface Kind {
  /** Whether its files have reached the disk when it is there. */
  readonly sync: boolean
  /** With this version's migrations, where the build has made one; otherwise without a table. */
  readonly migrated?: boolean
}

/**
 * Makes a new database where a folder is empty or not there yet, as a whole or not at all; leaves any other folder as it
 * is. perf: the library would run PostgreSQL's initdb, which takes ten times as long, and the migrations as long again.
 */
export async function layNewDatabase(folder: string, { sync, migrated = false }: Kind): Promise<void> {
  const names = await readdir(folder).catch(absent)
  if (names && names.length > 0) return
  const fresh = `${folder}.unpacked`
  // of a process that was ended
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  await unpack((migrated && (await migratedArchive())) || join(archives, 'new-database.tar.br'), fresh)
  if (sync) await syncTree(fresh)
  if (names) await rmdir(folder)
  await rename(fresh, folder)
  if (sync) syncFolder(dirname(folder))
}

/** Undefined where migrations have changed since the build: they are applied to an empty database then. */
async function migratedArchive(): Promise<string | undefined> {
  const archive = join(archives, `first-database-${migrationsKey(await migrationScripts())}.tar.br`)
  return existsSync(archive) ? archive : undefined
}

async function unpack(archive: string, folder: string): Promise<void> {
  const entries = extract()
  const reading = pipeline(createReadStream(archive), createBrotliDecompress(), entries)
  // told by the last line
  reading.catch(() => {})
  for await (const entry of entries) {
    const path = join(folder, entry.header.name)
    const parts: Buffer[] = []
    for await (const part of entry) parts.push(part as Buffer)
    // perf: they are small; to wait for each takes half as long again
    if (entry.header.type === 'directory') mkdirSync(path, { mode: 0o700 })
    else writeFileSync(path, Buffer.concat(parts), { mode: 0o600 })
  }
  await reading
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
