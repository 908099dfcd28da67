import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** A compressed tar archive with all files in one folder, and names of any length and script. */
export class TarPack {
  readonly #folder: string
  readonly #mtime: Date
  readonly #pack = pack()
  readonly #written: Promise<void>

  constructor(path: string, folder: string, mtime: Date) {
    this.#folder = folder
    this.#mtime = mtime
    const out = createWriteStream(path, { mode: 0o600 })
    this.#written = pipeline([this.#pack as unknown as Readable, createGzip(), out])
    this.#written.catch(() => {})
  }

  file(name: string, content: Buffer | string): Promise<void> {
    const bytes = Buffer.from(content)
    return this.stream(name, bytes.length, Readable.from([bytes]))
  }

  async spooled(name: string, path: string): Promise<void> {
    await this.stream(name, (await stat(path)).size, createReadStream(path))
  }

  /** Rejects if `content` doesn't have `size` bytes, or the archive can't be written. */
  async stream(name: string, size: number, content: Readable): Promise<void> {
    const entry = this.#pack.entry({ name: `${this.#folder}/${name}`, size, mode: 0o600, mtime: this.#mtime })
    await Promise.race([pipeline(content, entry), this.#failed()])
  }

  async end(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  async destroy(): Promise<void> {
    this.#pack.destroy()
    await this.#written.catch(() => {})
  }

  /** Rejects once the archive has failed or ended; the tar stream doesn't tell its writers. */
  async #failed(): Promise<never> {
    await this.#written
    throw new Error('The archive has ended already')
  }
}
