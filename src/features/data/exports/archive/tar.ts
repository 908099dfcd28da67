import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

const block = 512

/** Writes a tar archive (POSIX ustar); only the current chunk is in memory. */
export class TarWriter {
  readonly #out: Writable
  readonly #mtimeSecs: number
  #problem: Error | undefined

  constructor(out: Writable, mtime: Date) {
    this.#out = out
    this.#mtimeSecs = Math.floor(mtime.getTime() / 1000)
    out.on('error', (error) => {
      this.#problem = error
    })
  }

  async file(name: string, content: Buffer | string): Promise<void> {
    const bytes = Buffer.from(content)
    await this.#write(this.#header(name, bytes.length))
    await this.#write(bytes)
    await this.#pad(bytes.length)
  }

  /** Throws if `content` doesn't have `size` bytes. */
  async stream(name: string, size: number, content: Readable): Promise<void> {
    await this.#write(this.#header(name, size))
    let written = 0
    for await (const chunk of content as AsyncIterable<Buffer>) {
      written += chunk.length
      if (written > size) break
      await this.#write(chunk)
    }
    if (written !== size) throw new Error(`A file for the archive was to have ${size} bytes and had ${written}`)
    await this.#pad(size)
  }

  async end(): Promise<void> {
    await this.#write(Buffer.alloc(2 * block))
    this.#out.end()
  }

  async #pad(size: number): Promise<void> {
    const rest = size % block
    if (rest > 0) await this.#write(Buffer.alloc(block - rest))
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#problem) throw this.#problem
    // rejects if the stream fails while waiting
    if (!this.#out.write(bytes)) await once(this.#out, 'drain')
  }

  #header(name: string, size: number): Buffer {
    // names in the archive are short and ASCII
    if (!/^[\w./-]{1,99}$/.test(name)) throw new Error(`'${name}' cannot be a name in the archive`)
    if (size >= 8 ** 11) throw new Error('A file is too large for the archive')
    const header = Buffer.alloc(block)
    header.write(name, 0)
    header.write('0000644\0', 100)
    header.write('0000000\0', 108)
    header.write('0000000\0', 116)
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
    header.write(`${this.#mtimeSecs.toString(8).padStart(11, '0')}\0`, 136)
    header.write('        ', 148)
    header.write('0', 156)
    header.write('ustar\x0000', 257)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return header
  }
}
