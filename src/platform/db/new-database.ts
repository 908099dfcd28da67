import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { projectRoot } from '#platform/config'
import { syncFolder, syncTree } from '#platform/folders'
import { migrationScripts, migrationsKey } from './migrate.ts'

const decompressed = promisify(brotliDecompress)

const archives = join(projectRoot, 'dist/workers')

interface Kind {
  readonly sync: boolean
  /** With this version's migrations, if the build made such an archive; otherwise without tables. */
  readonly migrated?: boolean
}

/**
 * Creates a database atomically unless the folder has files. perf: the library would run PostgreSQL's initdb, which
 * takes ten times as long, and the migrations as long again.
 */
export async function layNewDatabase(folder: string, { sync, migrated = false }: Kind): Promise<void> {
  const names = await readdir(folder).catch(absent)
  if (names && names.length > 0) return
  const fresh = `${folder}.unpacked`
  // left by a killed process
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  await unpack((migrated && (await migratedArchive())) || join(archives, 'new-database.tar.br'), fresh)
  if (sync) await syncTree(fresh)
  if (names) await rmdir(folder)
  await rename(fresh, folder)
  if (sync) syncFolder(dirname(folder))
}

/** Undefined if migrations have changed since the build; then they're applied to an empty database. */
async function migratedArchive(): Promise<string | undefined> {
  const archive = join(archives, `first-database-${migrationsKey(await migrationScripts())}.tar.br`)
  return existsSync(archive) ? archive : undefined
}

/** Offsets in a tar header. These archives have short names and only files and folders. */
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
