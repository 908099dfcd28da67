import { createReadStream, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { projectRoot } from '#platform/config'
import { syncFolder, syncTree } from '#platform/folders'

/** The files of a database without a table. Made by scripts/build.mjs. */
const archive = join(projectRoot, 'dist/workers/new-database.tar.br')

/**
 * Makes an empty database where a folder is empty or not there yet, as a whole or not at all; leaves any other folder as it
 * is. With `sync` its files have reached the disk. perf: the library would run PostgreSQL's initdb, which takes ten times as
 * long.
 */
export async function layNewDatabase(folder: string, sync: boolean): Promise<void> {
  const names = await readdir(folder).catch(absent)
  if (names && names.length > 0) return
  const fresh = `${folder}.unpacked`
  // of a process that was ended
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  await unpack(fresh)
  if (sync) await syncTree(fresh)
  if (names) await rmdir(folder)
  await rename(fresh, folder)
  if (sync) syncFolder(dirname(folder))
}

async function unpack(folder: string): Promise<void> {
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
