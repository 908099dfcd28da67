import { existsSync } from 'node:fs'
import { rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sizeOf } from '#platform/backups'
import { copyOnline, type Driver } from '#platform/db'
import { syncFolder, syncTree } from '#platform/folders'
import { sized } from './counted.ts'
import { FailedError } from './errors.ts'

/** Room for other writes during migrations. */
const spareBytes = 256 * 2 ** 20

/** The space needed to keep the database's files during a migration, and the free space, in bytes. */
export async function roomFor(dataDir: string): Promise<{ needed: number; free: number }> {
  const { bavail, bsize } = await statfs(dataDir)
  return { needed: (await sizeOf(join(dataDir, 'database'))) + spareBytes, free: bavail * bsize }
}

/**
 * Keeps the files of an embedded database as an earlier version left them, until this version has proven that it works
 * with them. Nothing is acknowledged before that, so restoring them loses no data.
 */
export class KeptFiles {
  readonly #dataDir: string

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Whether there are any, from this start or one that was killed. */
  get areThere(): boolean {
    return existsSync(this.#kept)
  }

  get #kept(): string {
    return join(this.#dataDir, 'database.before-upgrade')
  }

  /** Copies them, replacing those of an attempt that was killed before it changed anything. */
  async keep(driver: Driver): Promise<void> {
    const { needed, free } = await roomFor(this.#dataDir)
    if (free < needed)
      throw new FailedError(
        `this version upgrades the database, but there isn't enough disk space to keep the old one: ${sized(needed)} needed, ${sized(free)} free`,
      )
    const fresh = `${this.#kept}.new`
    await rm(this.#kept, { recursive: true, force: true })
    await rm(fresh, { recursive: true, force: true })
    await copyOnline(driver, join(this.#dataDir, 'database'), fresh)
    await syncTree(fresh)
    await rename(fresh, this.#kept)
    syncFolder(this.#dataDir)
  }

  /** Call before the first acknowledged change. */
  async forget(): Promise<void> {
    if (!this.areThere) return
    const gone = `${this.#kept}.gone`
    await rm(gone, { recursive: true, force: true })
    await rename(this.#kept, gone)
    syncFolder(this.#dataDir)
    await rm(gone, { recursive: true, force: true })
  }

  /** Restores them; the database must be closed. */
  async putBack(): Promise<void> {
    const [folder, failed] = [join(this.#dataDir, 'database'), join(this.#dataDir, 'database.failed-upgrade')]
    await rm(failed, { recursive: true, force: true })
    if (existsSync(folder)) await rename(folder, failed)
    await rename(this.#kept, folder)
    syncFolder(this.#dataDir)
    await rm(failed, { recursive: true, force: true })
  }
}
