import { existsSync } from 'node:fs'
import { rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sizeOf } from '#platform/backups'
import { copyOnline, type Driver } from '#platform/db'
import { syncFolder, syncTree } from '#platform/folders'
import { FailedError } from './errors.ts'

/** What else is written while migrations run. */
const spareBytes = 256 * 2 ** 20

/** How much room keeping the files of a database takes while it is migrated, and how much there is; in bytes. */
export async function roomFor(dataDir: string): Promise<{ needed: number; free: number }> {
  const { bavail, bsize } = await statfs(dataDir)
  return { needed: (await sizeOf(join(dataDir, 'database'))) + spareBytes, free: bavail * bsize }
}

/**
 * The files of an embedded database as an earlier version has left them, while it is not certain that this version can
 * go on with it. They are there only as long as nothing was acknowledged by the new version, so putting them back never
 * loses anything.
 */
export class KeptFiles {
  readonly #dataDir: string

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Whether there are any, of this start or of one that was killed. */
  get areThere(): boolean {
    return existsSync(this.#kept)
  }

  get #kept(): string {
    return join(this.#dataDir, 'database.before-upgrade')
  }

  /** Copies them, in place of those of an attempt that was killed before it had changed anything. */
  async keep(driver: Driver): Promise<void> {
    const { needed, free } = await roomFor(this.#dataDir)
    if (free < needed)
      throw new FailedError(
        `this version upgrades the database, but there isn't enough disk space to keep the old one: ${needed} bytes needed, ${free} bytes free`,
      )
    const fresh = `${this.#kept}.new`
    await rm(this.#kept, { recursive: true, force: true })
    await rm(fresh, { recursive: true, force: true })
    await copyOnline(driver, join(this.#dataDir, 'database'), fresh)
    await syncTree(fresh)
    await rename(fresh, this.#kept)
    syncFolder(this.#dataDir)
  }

  /** From now on they are not what there is any more. */
  async forget(): Promise<void> {
    if (!this.areThere) return
    const gone = `${this.#kept}.gone`
    await rm(gone, { recursive: true, force: true })
    await rename(this.#kept, gone)
    syncFolder(this.#dataDir)
    await rm(gone, { recursive: true, force: true })
  }

  /** Puts them back, where nobody has the database open. */
  async putBack(): Promise<void> {
    const [folder, failed] = [join(this.#dataDir, 'database'), join(this.#dataDir, 'database.failed-upgrade')]
    await rm(failed, { recursive: true, force: true })
    if (existsSync(folder)) await rename(folder, failed)
    await rename(this.#kept, folder)
    syncFolder(this.#dataDir)
    await rm(failed, { recursive: true, force: true })
  }
}
