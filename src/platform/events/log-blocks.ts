import { type Entry, placesPerPosition } from './entry.ts'
import { readLog } from './log.ts'
import type { QueueHost } from './queue.ts'

/** Events read at once, from fixed positions so that queues share reads. */
const blockLength = 500
const maxCharacters = 16_000_000

/** All events after one position (exclusive) up to another. */
interface Block {
  readonly above: number
  readonly upTo: number
  /** True if it ends early because of the size limit. */
  readonly isCut: boolean
  readonly entries: readonly Entry[]
  characters: number
}

/** Cache of older events. After a restart all queues lag by about as much, so each part is read once for all. */
export class LogBlocks {
  readonly #org: QueueHost
  /** By start position, least recently used first. */
  readonly #kept = new Map<number, Block>()
  readonly #reading = new Map<number, Promise<Block>>()
  readonly #blockOf = new WeakMap<Entry, Block>()
  #characters = 0
  reads = 0

  constructor(org: QueueHost) {
    this.#org = org
  }

  /** Events after a position, complete up to the returned `upTo`, which is at most `below`. */
  async after(above: number, below: number): Promise<{ entries: readonly Entry[]; upTo: number }> {
    const start = Math.floor(above / blockLength) * blockLength
    let block = await this.#block(start, start + blockLength, below)
    // a block with large events is shorter, and others follow it
    while (block.upTo <= above && block.upTo < below) {
      const next = await this.#block(block.upTo, start + blockLength, below)
      if (next.upTo <= block.upTo) break
      block = next
    }
    const upTo = Math.min(block.upTo, below)
    const isWanted = ({ at }: Entry) => at > above * placesPerPosition && at <= upTo * placesPerPosition
    return { entries: block.entries.filter(isWanted), upTo }
  }

  /** Reserves memory next to an event; false if there's no room, undefined if it wasn't read here. */
  makesRoom(entry: Entry, characters: number): boolean | undefined {
    const block = this.#blockOf.get(entry)
    if (!block) return undefined
    // evicted, so it doesn't count
    if (this.#kept.get(block.above) !== block) return true
    if (this.#characters + characters > maxCharacters) return false
    block.characters += characters
    this.#characters += characters
    return true
  }

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
    // the organization was reloaded during the read
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
