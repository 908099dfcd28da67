import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './errors.ts'

/** What others than the owner may do. */
const others = 0o077

/** Takes away what others could do with a folder and all that is in it. */
export async function makePrivate(folder: string): Promise<void> {
  // Windows knows other rights
  if (process.platform === 'win32' || ((await stat(folder)).mode & others) === 0) return
  try {
    await restrict(folder)
  } catch (error) {
    const { message } = error as Error
    throw new UsageError(`others can read ${folder}, and that cannot be changed (${message})`, { hint: false })
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
