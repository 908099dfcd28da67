import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { projectRoot } from '#platform/config'
import { syncFolder, syncTree } from '#platform/folders'
import { migrationScripts, migrationsKey } from './migrate.ts'

const decompressed = promisify(brotliDecompress)

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

/** What a header of a tar archive says, by its bytes: the names in these are short, and there is nothing but files and folders. */
const [block, nameEnd, sizeAt, sizeEnd, typeAt] = [512, 100, 124, 135, 156]
const folderType = '5'.charCodeAt(0)

/** perf: as a whole, which takes 30 MB for a moment: in pieces it takes a quarter of a second more of the processor. */
async function unpack(archive: string, folder: string): Promise<void> {
  const bytes = await decompressed(await readFile(archive), { chunkSize: 2 ** 25 })
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const text = (start: number, end: number) => bytes.toString('latin1', at + start, at + end).replace(/\0.*$/s, '')
    const path = join(folder, text(0, nameEnd))
    const size = Number.parseInt(text(sizeAt, sizeEnd), 8)
    const begin = at + block
    // perf: they are small; to wait for each takes half as long again
    if (bytes[at + typeAt] === folderType) mkdirSync(path, { mode: 0o700 })
    else writeFileSync(path, bytes.subarray(begin, begin + size), { mode: 0o600 })
    at = begin + Math.ceil(size / block) * block
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
