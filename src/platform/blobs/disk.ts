import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { copyFile, link, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { dayMs } from '#contract'
import { refuseBeyondSpace } from '#platform/disk'
import { ifAbsent, keepName, provideFolder } from '#platform/folders'
import { type BlobSource, type BlobStore, type ByteRange, checkKey, isKey, type ListedBlob } from './store.ts'

export class DiskBlobs implements BlobStore {
  readonly #folder: string
  #tidied: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(key: string, source: BlobSource): Promise<void> {
    const path = this.#path(key)
    // new files go on the same disk, so that the last step is an atomic rename
    const fresh = join(this.#folder, '.new', randomUUID())
    await provideFolder(dirname(fresh))
    await refuseBeyondSpace(
      this.#folder,
      source instanceof Uint8Array ? source.byteLength : (await stat(source.path)).size,
    )
    this.#tidied ??= removeOlder(dirname(fresh), Date.now() - dayMs)
    await this.#tidied
    await provideFolder(dirname(path))
    try {
      if (source instanceof Uint8Array) await writeFile(fresh, source)
      else await copyFile(source.path, fresh)
      const file = await open(fresh, 'r+')
      await file.sync().finally(() => file.close())
      await rename(fresh, path)
      await keepName(path)
    } catch (error) {
      await rm(fresh, { force: true })
      throw error
    }
  }

  async get(key: string): Promise<Buffer | undefined> {
    return readFile(this.#path(key)).catch(ifAbsent)
  }

  async stream(key: string, range?: ByteRange): Promise<Readable | undefined> {
    // opened here, so that a missing file is known before anything is sent
    const file = await open(this.#path(key), 'r').catch(ifAbsent)
    return file?.createReadStream(range)
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true })
  }

  async *list(prefix = ''): AsyncGenerator<ListedBlob> {
    for (const entry of await this.#entries(prefix))
      if (entry.isDirectory()) yield* this.list(`${prefix}${entry.name}/`)
      else if (entry.isFile() && isKey(entry.name)) {
        const found = await stat(join(this.#folder, prefix, entry.name)).catch(ifAbsent)
        if (found) yield { key: `${prefix}${entry.name}`, size: found.size }
      }
  }

  /** Skips files still being written. */
  async #entries(prefix: string): Promise<Dirent[]> {
    const entries = (await readdir(join(this.#folder, prefix), { withFileTypes: true }).catch(ifAbsent)) ?? []
    return entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Adds a hard link to a file, without copying; returns false if the file system can't. */
  async link(key: string, path: string): Promise<boolean> {
    const own = this.#path(key)
    await provideFolder(dirname(own))
    try {
      await link(path, own)
      await keepName(own)
      return true
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EEXIST'
    }
  }

  pathOf(key: string): string {
    return this.#path(key)
  }

  #path(key: string): string {
    return join(this.#folder, checkKey(key))
  }
}

/** Removes leftovers of killed processes; younger files may be another process's work in progress. */
async function removeOlder(folder: string, thanMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(ifAbsent)
    if (found && found.mtimeMs < thanMs) await rm(path, { force: true })
  }
}
