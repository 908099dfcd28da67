import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#platform/folders'
import { fateOf, type Holder, parseHolder, thisProcess, touchEveryMs } from './holder.ts'

const folderOf = (dataDir: string): string => join(dataDir, 'servers')

/**
 * Servers with a PostgreSQL database can share a data directory, which none of them locks: each describes itself in a
 * file of its own, so that commands find all. Does nothing in a directory that can't be written to, which such a server
 * doesn't need. Returns how to remove the file.
 */
export async function announce(
  dataDir: string,
  more: Pick<Required<Holder>, 'url' | 'control'>,
): Promise<() => Promise<void>> {
  const folder = folderOf(dataDir)
  const path = join(folder, `${randomBytes(8).toString('hex')}.json`)
  try {
    makeFolder(folder)
    const holder = { ...(await thisProcess(dataDir, 'serve')), ...more }
    await writeFile(path, JSON.stringify(holder), { mode: 0o600, flag: 'wx' })
  } catch {
    return async () => {}
  }
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), touchEveryMs)
  touching.unref()
  return async () => {
    clearInterval(touching)
    // a file that stays is removed by the next command, and must not keep the server from stopping
    await rm(path, { force: true }).catch(() => {})
  }
}

/** The servers that announced themselves and live, by process; removes files of others, such as killed ones. */
export async function announced(dataDir: string): Promise<Holder[]> {
  const folder = folderOf(dataDir)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => {
        const path = join(folder, name)
        const holder = parseHolder(await readFile(path, 'utf8').catch(() => ''))
        if (!holder?.control) return undefined
        if ((await fateOf(holder, dataDir, path)) === 'lives') return holder
        await rm(path, { force: true }).catch(() => {})
        return undefined
      }),
  )
  return found.filter((one) => one !== undefined).sort((one, other) => one.pid - other.pid)
}
