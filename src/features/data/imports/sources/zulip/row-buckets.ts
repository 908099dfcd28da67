import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Adjacent ids share a bucket, which is loaded as a whole. */
const idsInBucket = 4_096
const maxBuffered = 8 * 2 ** 20
const maxLoaded = 4

/** Rows by message id, stored on disk: there may be more than fit in memory, and messages come ordered by id. */
export class RowBuckets<R> {
  readonly #folder: string
  #buffered = new Map<number, string[]>()
  #size = 0
  readonly #loaded = new Map<number, Map<number, R[]>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async add(id: number, row: R): Promise<void> {
    const bucket = Math.floor(id / idsInBucket)
    const line = `${id} ${JSON.stringify(row)}\n`
    const lines = this.#buffered.get(bucket)
    if (lines) lines.push(line)
    else this.#buffered.set(bucket, [line])
    this.#size += line.length
    if (this.#size > maxBuffered) await this.flush()
  }

  async flush(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    for (const [bucket, lines] of this.#buffered) await appendFile(this.#file(bucket), lines.join(''))
    this.#buffered = new Map()
    this.#size = 0
  }

  async of(id: number): Promise<readonly R[]> {
    const bucket = Math.floor(id / idsInBucket)
    let rows = this.#loaded.get(bucket)
    if (!rows) {
      rows = await this.#load(bucket)
      this.#loaded.set(bucket, rows)
      const [oldest] = this.#loaded.keys()
      if (this.#loaded.size > maxLoaded && oldest !== undefined) this.#loaded.delete(oldest)
    }
    return rows.get(id) ?? []
  }

  async #load(bucket: number): Promise<Map<number, R[]>> {
    const rows = new Map<number, R[]>()
    const text = await readFile(this.#file(bucket), 'utf8').catch(() => '')
    for (const line of text.split('\n')) {
      if (line === '') continue
      const space = line.indexOf(' ')
      const id = Number(line.slice(0, space))
      const row = JSON.parse(line.slice(space + 1)) as R
      const list = rows.get(id)
      if (list) list.push(row)
      else rows.set(id, [row])
    }
    return rows
  }

  #file(bucket: number): string {
    return join(this.#folder, String(bucket))
  }
}
