import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Driver, type EmbeddedOptions, openEmbedded } from '#platform/db'

/** The embedded database of a data directory. A new one is made beside and moved, so that none is ever half made. */
export async function openFolder(dataDir: string, options: Omit<EmbeddedOptions, 'dataDir'>): Promise<Driver> {
  const folder = join(dataDir, 'database')
  if (!existsSync(folder)) {
    for (const name of await readdir(dataDir))
      if (name.startsWith('database.new')) await rm(join(dataDir, name), { recursive: true, force: true })
    const fresh = join(dataDir, 'database.new')
    await (await openEmbedded({ dataDir: fresh })).close()
    await rename(fresh, folder)
  }
  return openEmbedded({ dataDir: folder, ...options })
}
