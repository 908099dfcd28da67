import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './errors.ts'

/** What others than the owner may do. */
const others = 0o077
/** What everybody may do with a folder: put things in and take them away. In one with the second bit only what is theirs. */
const [anyoneWrites, onlyTheirs] = [0o002, 0o1000]

/** What a server keeps in its data directory beside the database. */
const kept = [
  'backup.work',
  'backups',
  'database.before-upgrade',
  'database.copy',
  'database.json',
  'database.replaced',
  'exports',
  'mail',
  'secret.key',
  'uploads',
  'web-push.key',
]

/** Takes away what others could do with a folder and all that is in it. */
export async function makePrivate(folder: string): Promise<void> {
  // Windows knows other rights
  if (process.platform === 'win32' || ((await modeOf(folder)) & others) === 0) return
  await changed(folder, () => restrict(folder))
}

/**
 * Takes away what others could do with what a data directory holds beside the database: a copy or a backup may have come
 * with other rights. Folders are shut at their door.
 */
export async function makeContentsPrivate(dataDir: string): Promise<void> {
  if (process.platform === 'win32') return
  const mode = await modeOf(dataDir)
  if ((mode & (anyoneWrites | onlyTheirs)) === anyoneWrites)
    await changed(dataDir, () => chmod(dataDir, mode & ~anyoneWrites))
  for (const path of kept.map((name) => join(dataDir, name))) {
    const mode = await modeOf(path)
    if (mode & others) await changed(path, () => chmod(path, mode & ~others))
  }
}

/** Nobody may do anything with what is not there. */
const modeOf = async (path: string): Promise<number> => ((await stat(path).catch(() => undefined))?.mode ?? 0) & 0o7777

async function changed(path: string, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    const { message } = error as Error
    throw new UsageError(`other users can access ${path}, and its permissions can't be changed (${message})`, {
      hint: false,
    })
  }
}

/** The folder itself comes last: its rights say that everything in it was done. */
async function restrict(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await restrict(path)
    else if (entry.isFile()) await chmod(path, 0o600)
  }
  await chmod(folder, 0o700)
}
