import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Adjacent ids share a file, which is loaded as a whole. */
const idsInBucket = 4_096
const maxBuffered = 50_000

export interface Mark {
  readonly user: number
  readonly mask: number
}

/**
 * Flags by message, stored on disk: the database has them by person, and exports need them by message. They must be
 * read in the order of the messages.
 */
export class FlaggedMessages {
  readonly #folder: string
  #buffered = new Map<number, string[]>()
  #count = 0
  #bucket = -1
  #loaded = new Map<number, Mark[]>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async add(message: number, user: number, mask: number): Promise<void> {
    const bucket = Math.floor(message / idsInBucket)
    const lines = this.#buffered.get(bucket) ?? []
    if (lines.length === 0) this.#buffered.set(bucket, lines)
    lines.push(`${message} ${user} ${mask}\n`)
    if (++this.#count >= maxBuffered) await this.flush()
  }

  async flush(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    for (const [bucket, lines] of this.#buffered) await appendFile(this.#file(bucket), lines.join(''))
    this.#buffered = new Map()
    this.#count = 0
  }

  async of(message: number): Promise<readonly Mark[]> {
    const bucket = Math.floor(message / idsInBucket)
    if (bucket !== this.#bucket) {
      this.#bucket = bucket
      this.#loaded = await this.#load(bucket)
    }
    return this.#loaded.get(message) ?? []
  }

  async #load(bucket: number): Promise<Map<number, Mark[]>> {
    const marks = new Map<number, Mark[]>()
    const text = await readFile(this.#file(bucket), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    for (const line of text.split('\n')) {
      if (line === '') continue
      const [message = 0, user = 0, mask = 0] = line.split(' ').map(Number)
      const list = marks.get(message)
      if (list) list.push({ user, mask })
      else marks.set(message, [{ user, mask }])
    }
    await rm(this.#file(bucket), { force: true })
    return marks
  }

  #file(bucket: number): string {
    return join(this.#folder, String(bucket))
  }
}
