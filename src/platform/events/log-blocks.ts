import { type Entry, placesPerPosition } from './entry.ts'
import { readLog } from './log.ts'
import type { QueueHost } from './queue.ts'

/** So many entries are read at once, from positions that are the same for everybody. */
const blockLength = 500
/** Of the entries that are kept, with what was written of them. */
const maxCharacters = 16_000_000

/** Entries above one position and up to another, all that there are. */
interface Block {
  readonly above: number
  readonly upTo: number
  /** It ends where there was no room for more. */
  readonly isCut: boolean
  readonly entries: readonly Entry[]
  characters: number
}

/**
 * What lies in the log before the tail, for queues that lag behind it. After a restart all do, by about as much: a part
 * of the log is read once for all who ask for it, and kept for those who come after them.
 */
export class LogBlocks {
  readonly #org: QueueHost
  /** By where they begin; the one that was asked for last is the last. */
  readonly #kept = new Map<number, Block>()
  readonly #reading = new Map<number, Promise<Block>>()
  readonly #blockOf = new WeakMap<Entry, Block>()
  #characters = 0
  /** How often the log was read. */
  reads = 0

  constructor(org: QueueHost) {
    this.#org = org
  }

  /** Some of the entries above one position, and up to which position these are all; at most up to `below`. */
  async after(above: number, below: number): Promise<{ entries: readonly Entry[]; upTo: number }> {
    const start = Math.floor(above / blockLength) * blockLength
    let block = await this.#block(start, start + blockLength, below)
    // one that is large has fewer entries, and others follow it
    while (block.upTo <= above && block.upTo < below) {
      const next = await this.#block(block.upTo, start + blockLength, below)
      if (next.upTo <= block.upTo) break
      block = next
    }
    const upTo = Math.min(block.upTo, below)
    const isWanted = ({ at }: Entry) => at > above * placesPerPosition && at <= upTo * placesPerPosition
    return { entries: block.entries.filter(isWanted), upTo }
  }

  /** Whether there is room to keep so many characters more beside an entry, of entries that were read here; undefined of others. */
  makesRoom(entry: Entry, characters: number): boolean | undefined {
    const block = this.#blockOf.get(entry)
    if (!block) return undefined
    // kept by nobody
    if (this.#kept.get(block.above) !== block) return true
    if (this.#characters + characters > maxCharacters) return false
    block.characters += characters
    this.#characters += characters
    return true
  }

  /** Forgets what was read: the log may be another one now. */
  clear(): void {
    this.#kept.clear()
    this.#reading.clear()
    this.#characters = 0
  }

  async #block(above: number, end: number, below: number): Promise<Block> {
    let block = this.#kept.get(above)
    // the log has grown since it was read
    if (block && !block.isCut && block.upTo < Math.min(end, below)) block = undefined
    block ??= await this.#read(above, end)
    if (this.#kept.delete(above)) this.#kept.set(above, block)
    return block
  }

  #read(above: number, end: number): Promise<Block> {
    const reading =
      this.#reading.get(above) ??
      this.#load(above, end).finally(() => {
        if (this.#reading.get(above) === reading) this.#reading.delete(above)
      })
    this.#reading.set(above, reading)
    return reading
  }

  async #load(above: number, end: number): Promise<Block> {
    const { tail } = this.#org
    const upTo = Math.min(end, Math.floor(tail.end / placesPerPosition))
    this.reads++
    const entries = await this.#org.db.read((tx) => readLog(tx, this.#org.id, above, upTo, blockLength))
    const last = (entries.at(-1)?.at ?? upTo * placesPerPosition) / placesPerPosition
    const characters = entries.reduce((sum, { size }) => sum + size, 0)
    const block = { above, upTo: last, isCut: last < upTo, entries, characters }
    // memory was loaded anew meanwhile
    if (tail !== this.#org.tail) return block
    this.#drop(above)
    this.#kept.set(above, block)
    this.#characters += characters
    for (const entry of entries) this.#blockOf.set(entry, block)
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= maxCharacters) break
      this.#drop(oldest)
    }
    return block
  }

  #drop(above: number): void {
    this.#characters -= this.#kept.get(above)?.characters ?? 0
    this.#kept.delete(above)
  }
}
