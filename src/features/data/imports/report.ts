import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Loss } from './records.ts'

/** Lines per kind of loss; above this, only the number is reported. */
const maxLines = 10_000

export class Report {
  readonly #counts = new Map<string, number>()
  readonly #losses = new Map<string, number>()
  readonly #changes = new Map<string, number>()
  readonly #details: string
  readonly #lines: WriteStream

  /** The file that collects lines until the report is written. */
  constructor(details: string) {
    this.#details = details
    this.#lines = createWriteStream(details)
    // write() reports the error
    this.#lines.on('error', () => {})
  }

  count(what: string, more = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + more)
  }

  lose({ loss, where }: Loss): void {
    this.#tell(this.#losses, 'lost', loss, where)
  }

  change(what: string, where: string): void {
    this.#tell(this.#changes, 'changed', what, where)
  }

  #tell(numbers: Map<string, number>, kind: string, what: string, where: string): void {
    const number = (numbers.get(what) ?? 0) + 1
    numbers.set(what, number)
    if (number <= maxLines) this.#lines.write(`${kind}: ${what}: ${oneLine(where)}\n`)
  }

  get counts(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }

  summary(neverThere: readonly string[]): Summary {
    return {
      counts: this.counts,
      lost: Object.fromEntries(this.#losses),
      changed: Object.fromEntries(this.#changes),
      never_there: [...neverThere],
    }
  }

  /** Replaces the file atomically. */
  async write(file: string, title: string, summary: Summary): Promise<void> {
    const part = `${file}.${createHash('sha256').update(file).digest('hex').slice(0, 8)}.part`
    try {
      const out = createWriteStream(part)
      out.write(`${[title, '', ...linesOf(summary)].join('\n')}\n`)
      this.#lines.end()
      await finished(this.#lines)
      for await (const chunk of createReadStream(this.#details)) if (!out.write(chunk)) await once(out, 'drain')
      out.end()
      await finished(out)
      await rename(part, file)
    } finally {
      await rm(part, { force: true })
    }
  }
}

export interface Summary {
  counts: Record<string, number>
  lost: Record<string, number>
  changed: Record<string, number>
  never_there: string[]
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 300)

export function linesOf({ counts, lost, changed, never_there }: Summary): string[] {
  const table = (title: string, numbers: Record<string, number>) => {
    const rows = Object.entries(numbers)
    return rows.length === 0 ? [] : [title, ...rows.map(([what, number]) => `  ${String(number).padStart(9)}  ${what}`)]
  }
  return [
    ...table('In the archive:', counts),
    ...table('Changed:', changed),
    ...table('Lost:', lost),
    ...(never_there.length === 0
      ? []
      : ['Never in archives of this kind:', ...never_there.map((what) => `             ${what}`)]),
  ]
}
