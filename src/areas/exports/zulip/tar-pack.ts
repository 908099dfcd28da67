import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** A compressed tar archive whose files lie in one folder and may have names of any length in any script. */
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

  /** A file that lies on disk. */
  async spooled(name: string, path: string): Promise<void> {
    await this.stream(name, (await stat(path)).size, createReadStream(path))
  }

  /** A file whose size is known before; rejects when that was not true, or the archive cannot be written. */
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

  /** Never resolves: an archive that cannot be written takes nothing more, and does not say so to whoever writes. */
  async #failed(): Promise<never> {
    await this.#written
    throw new Error('The archive has ended already')
  }
}
