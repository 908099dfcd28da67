import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Bounds } from './bounds.ts'

/** Size of a sorted run in memory; runs are merged from the scratch file. */
const runCharacters = 12_000_000
const runLines = 20_000
const readAhead = 48 * 2 ** 20

interface Run {
  start: number
  end: number
}

interface Line {
  time: number
  run: number
  json: string
}

/**
 * Sorts messages by time: writes sorted runs to a scratch file and merges them when reading. Stable. Memory doesn't
 * depend on the number of messages.
 */
export class TimeSpool<T> {
  readonly #path: string
  readonly #bounds: Bounds
  #file: FileHandle | undefined
  #size = 0
  #runs: Run[] = []
  #waiting: Line[] = []
  #characters = 0

  constructor(folder: string, name: string) {
    this.#path = join(folder, `${name}.lines`)
    this.#bounds = new Bounds(folder, Number.POSITIVE_INFINITY)
  }

  /** `time` is a number of any unit; `value` must be JSON. */
  async add(time: number, value: T): Promise<void> {
    const json = JSON.stringify(value)
    this.#waiting.push({ time, run: 0, json })
    this.#characters += json.length
    if (this.#characters >= runCharacters || this.#waiting.length >= runLines) await this.#write()
  }

  /** Bytes that {@link sorted} will read. Nothing can be added afterwards. */
  async size(): Promise<number> {
    await this.#write()
    return this.#size
  }

  /** Starts over at each call; `bytes` is the approximate size. Nothing can be added afterwards. */
  async *sorted(): AsyncGenerator<{ time: number; value: T; bytes: number }> {
    await this.#write()
    if (!this.#file) return
    const bytes = Math.max(4096, Math.min(2 ** 20, Math.floor(readAhead / this.#runs.length)))
    const readers = this.#runs.map((run, index) => new RunReader(this.#file!, run, index, bytes))
    const heap = new Heap()
    for (const reader of readers) heap.push(await reader.next())
    for (let line = heap.pop(); line; line = heap.pop()) {
      yield { time: line.time, value: JSON.parse(line.json) as T, bytes: line.json.length }
      const reader = readers[line.run]!
      heap.push(reader.ready() ?? (await reader.next()))
    }
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0) return
    this.#file ??= await open(this.#path, 'w+')
    const lines = this.#waiting.sort((a, b) => a.time - b.time)
    const bytes = Buffer.from(lines.map(({ time, json }) => `${time}\t${json}\n`).join(''))
    await this.#bounds.bytes(bytes.length)
    await this.#file.writeFile(bytes)
    this.#runs.push({ start: this.#size, end: this.#size + bytes.length })
    this.#size += bytes.length
    this.#waiting = []
    this.#characters = 0
  }
}

class RunReader {
  readonly #file: FileHandle
  readonly #index: number
  readonly #end: number
  readonly #bytes: number
  #position: number
  #rest: Buffer = Buffer.alloc(0)

  constructor(file: FileHandle, run: Run, index: number, bytes: number) {
    this.#file = file
    this.#index = index
    this.#position = run.start
    this.#end = run.end
    this.#bytes = bytes
  }

  ready(): Line | undefined {
    const end = this.#rest.indexOf(0x0a)
    if (end < 0) return undefined
    const text = this.#rest.toString('utf8', 0, end)
    this.#rest = this.#rest.subarray(end + 1)
    const tab = text.indexOf('\t')
    return { time: Number(text.slice(0, tab)), run: this.#index, json: text.slice(tab + 1) }
  }

  async next(): Promise<Line | undefined> {
    const chunks = [this.#rest]
    while (this.#position < this.#end) {
      const chunk = Buffer.allocUnsafe(Math.min(this.#bytes, this.#end - this.#position))
      const { bytesRead } = await this.#file.read(chunk, 0, chunk.length, this.#position)
      if (bytesRead === 0) throw new Error('The scratch file is shorter than what was written to it')
      this.#position += bytesRead
      chunks.push(chunk.subarray(0, bytesRead))
      if (chunk.subarray(0, bytesRead).includes(0x0a)) break
    }
    this.#rest = Buffer.concat(chunks)
    return this.ready()
  }
}

/** Min-heap by time, then by run, which keeps the sort stable. */
class Heap {
  readonly #lines: Line[] = []

  push(line: Line | undefined): void {
    if (!line) return
    const lines = this.#lines
    let at = lines.push(line) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isBefore(line, lines[above]!)) break
      lines[at] = lines[above]!
      at = above
    }
    lines[at] = line
  }

  pop(): Line | undefined {
    const lines = this.#lines
    const top = lines[0]
    const last = lines.pop()
    if (!top || !last || lines.length === 0) return top
    let at = 0
    for (;;) {
      let below = at * 2 + 1
      if (below >= lines.length) break
      if (below + 1 < lines.length && isBefore(lines[below + 1]!, lines[below]!)) below++
      if (!isBefore(lines[below]!, last)) break
      lines[at] = lines[below]!
      at = below
    }
    lines[at] = last
    return top
  }
}

const isBefore = (a: Line, b: Line): boolean => a.time < b.time || (a.time === b.time && a.run < b.run)
