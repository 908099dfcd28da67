import { createReadStream } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

const maxHeld = 1_000

/** Rows needed again after the snapshot has ended: JSON lines on disk. */
export class RowLines<R> {
  readonly #path: string
  #held: string[] = []

  constructor(path: string) {
    this.#path = path
  }

  async add(row: R): Promise<void> {
    this.#held.push(`${JSON.stringify(row)}\n`)
    if (this.#held.length >= maxHeld) await this.flush()
  }

  async flush(): Promise<void> {
    const text = this.#held.join('')
    this.#held = []
    await appendFile(this.#path, text)
  }

  async *rows(): AsyncGenerator<R> {
    await this.flush()
    for await (const line of createInterface({ input: createReadStream(this.#path) })) yield JSON.parse(line)
  }
}
