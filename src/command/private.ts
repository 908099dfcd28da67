import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './errors.ts'

/** Permissions of group and others. */
const others = 0o077
/** World-writable, and the sticky bit. */
const [anyoneWrites, onlyTheirs] = [0o002, 0o1000]

/** A server's files and folders in the data directory, except the database. */
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

/** Removes others' permissions from a folder and its contents. */
export async function makePrivate(folder: string): Promise<void> {
  // Windows has no such permissions
  if (process.platform === 'win32' || ((await modeOf(folder)) & others) === 0) return
  await changed(folder, () => restrict(folder))
}

/**
 * Removes others' permissions from the contents of a data directory except the database, because a copy or a restored
 * backup may have wrong ones. For folders, it's enough to close the folder itself.
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

/** Missing files have no permissions. */
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

/** The folder itself comes last: its permissions show that its contents are done. */
async function restrict(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await restrict(path)
    else if (entry.isFile()) await chmod(path, 0o600)
  }
  await chmod(folder, 0o700)
}
