import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BlobStore, DiskBlobs } from '#platform/blobs'
import type { BackupLock } from './backup-lock.ts'
import { sealedSize, sealing } from './cipher.ts'
import type { Upload } from './manifest.ts'
import type { Place } from './place.ts'

const folder = 'files/'

/** Content-addressed copies of uploads. Blobs never change, so known ones aren't read again. */
export class UploadCopies {
  readonly #store: BlobStore
  readonly #place: Place
  readonly #key: Buffer | undefined
  readonly #work: string
  readonly #known = new Map<string, Upload>()
  readonly #there = new Set<string>()

  private constructor(store: BlobStore, place: Place, key: Buffer | undefined, work: string) {
    this.#store = store
    this.#place = place
    this.#key = key
    this.#work = work
  }

  static async open(
    store: BlobStore,
    place: Place,
    key: Buffer | undefined,
    work: string,
    before: Iterable<Upload>,
  ): Promise<UploadCopies> {
    const copies = new UploadCopies(store, place, key, work)
    await mkdir(work, { recursive: true, mode: 0o700 })
    const sizes = new Map<string, number>()
    for await (const { key, size } of place.store.list(folder)) sizes.set(key, size)
    for (const content of sizes.keys()) copies.#there.add(content)
    for (const upload of before) {
      const found = sizes.get(upload.content)
      if (found === undefined) continue
      if (found === (key ? sealedSize(upload.size) : upload.size)) copies.#known.set(upload.key, upload)
      // truncated: no backup can use it, so copy it again
      else if (copies.#there.delete(upload.content)) await place.store.delete(upload.content)
    }
    return copies
  }

  /** Copies all current files and calls `found` for each in key order. Returns how many were new. */
  async follow(found: (upload: Upload) => void): Promise<number> {
    let fresh = 0
    const uploads: Upload[] = []
    for await (const { key, size } of this.#store.list()) {
      let upload = this.#known.get(key)
      if (upload?.size !== size) {
        upload = await this.#copy(key)
        // deleted since it was listed
        if (!upload) continue
        this.#known.set(key, upload)
        fresh++
      }
      uploads.push(upload)
    }
    uploads.sort((a, b) => (a.key < b.key ? -1 : 1))
    for (const upload of uploads) found(upload)
    return fresh
  }

  async #copy(key: string): Promise<Upload | undefined> {
    const stream = await this.#store.stream(key)
    if (!stream) return undefined
    const hash = createHash('sha256')
    let size = 0
    const adding = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk)
        size += chunk.length
        done(null, chunk)
      },
    })
    const isLinked = this.#place.disk && this.#store instanceof DiskBlobs && !this.#key
    const path = join(this.#work, randomUUID())
    try {
      if (isLinked) {
        adding.resume()
        await pipeline(stream, adding)
      } else
        await pipeline([
          stream,
          adding,
          ...(this.#key ? [await sealing(this.#key)] : []),
          createWriteStream(path, { mode: 0o600 }),
        ])
      const sha256 = hash.digest('hex')
      const content = this.#nameOf(sha256)
      if (!this.#there.has(content)) await this.#put(content, key, path, Boolean(isLinked))
      this.#there.add(content)
      return { key, size, sha256, content }
    } finally {
      await rm(path, { force: true })
    }
  }

  /** On the same disk it's a hard link, which is safe because blobs are never modified in place. */
  async #put(content: string, key: string, path: string, isLinked: boolean): Promise<void> {
    const { disk, store } = this.#place
    if (!isLinked) return store.put(content, { path })
    const own = (this.#store as DiskBlobs).pathOf(key)
    if (!(await disk?.link(content, own))) await store.put(content, { path: own })
  }

  /** With encryption the name is an HMAC, so that it doesn't reveal which files are stored. */
  #nameOf(sha256: string): string {
    const name = this.#key ? createHmac('sha256', this.#key).update(sha256).digest('hex') : sha256
    return `${folder}${name.slice(0, 2)}/${name}`
  }
}

/** Removes the copies that no backup names. */
export async function removeUnnamed({ store }: Place, named: ReadonlySet<string>, lock: BackupLock): Promise<void> {
  for await (const { key } of store.list(folder)) {
    if (named.has(key)) continue
    await lock.confirm()
    await store.delete(key)
  }
}
