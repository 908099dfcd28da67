import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

/** perf: characters handed to the disk at a time */
const maxHeld = 256 * 1024

type Some = object | readonly string[]
type Rows = AsyncIterable<Some> | Iterable<Some>

/** Writes a file like `{"table": [row, …], …}`, or like `[row, …]`; only the current chunk is in memory. */
export class TablesFile {
  readonly path: string
  readonly #file: WriteStream
  readonly #ended: Promise<void>
  #held: string[] = []
  #heldSize = 0
  #tables = 0

  constructor(path: string) {
    this.path = path
    this.#file = createWriteStream(path, { mode: 0o600 })
    this.#ended = finished(this.#file)
    this.#ended.catch(() => {})
  }

  async table(name: string, rows: Rows): Promise<number> {
    await this.#write(`${this.#tables++ === 0 ? '{' : ',\n'}${JSON.stringify(name)}: `)
    return this.#rows(rows)
  }

  async end(): Promise<void> {
    await this.#write(this.#tables === 0 ? '{}\n' : '}\n')
    await this.#close()
  }

  /** Writes the rows as a top-level list, and ends the file. */
  async onlyList(rows: Rows): Promise<void> {
    await this.#rows(rows)
    await this.#close()
  }

  destroy(): void {
    this.#file.destroy()
  }

  async #rows(rows: Rows): Promise<number> {
    await this.#write('[')
    let count = 0
    for await (const some of rows) {
      // perf: don't await each row of large tables
      const texts: readonly string[] = Array.isArray(some) ? some : [JSON.stringify(some)]
      if (texts.length === 0) continue
      await this.#write(`${count === 0 ? '\n' : ',\n'}${texts.join(',\n')}`)
      count += texts.length
    }
    await this.#write(']')
    return count
  }

  async #close(): Promise<void> {
    await this.#flush()
    this.#file.end()
    await this.#ended
  }

  async #write(text: string): Promise<void> {
    this.#held.push(text)
    this.#heldSize += text.length
    if (this.#heldSize > maxHeld) await this.#flush()
  }

  async #flush(): Promise<void> {
    const text = this.#held.join('')
    this.#held = []
    this.#heldSize = 0
    if (!this.#file.write(text)) await Promise.race([once(this.#file, 'drain'), this.#ended])
  }
}
