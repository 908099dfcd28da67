import type { Archive } from '../containers/archive.ts'
import { Times } from '../containers/fields.ts'
import { TimeSpool } from '../containers/time-spool.ts'
import type { Catalog, EmojiRecord, MessageRecord, OpenSource, PersonRecord, SourceMeans } from '../records.ts'

/** Turns stored messages into records; `time` is the one they were sorted by. */
export type Placing<T> = (kept: T, time: number) => Iterable<MessageRecord>

/** An archive whose messages aren't sorted by time: the first pass reads the catalog and sorts the messages. */
export abstract class SortedArchive<T> implements OpenSource {
  abstract readonly neverThere: readonly string[]
  protected readonly archive: Archive
  protected readonly means: SourceMeans
  protected readonly times = new Times(new Date())
  protected readonly people = new Map<string, PersonRecord>()
  protected readonly emoji = new Map<string, EmojiRecord>()
  readonly #spool: TimeSpool<T>
  #catalog: Promise<Catalog> | undefined

  constructor(archive: Archive, means: SourceMeans) {
    this.archive = archive
    this.means = means
    this.#spool = new TimeSpool(means.scratch, 'messages')
  }

  catalog(): Promise<Catalog> {
    this.#catalog ??= this.read()
    return this.#catalog
  }

  async *messages(): AsyncGenerator<MessageRecord> {
    await this.catalog()
    this.means.meter.begin(await this.#spool.size())
    const place = this.placing()
    let moment = Number.NaN
    const seen = new Set<string>()
    for await (const { time, value, bytes } of this.#spool.sorted()) {
      this.means.meter.took(bytes)
      if (time !== moment) seen.clear()
      moment = time
      const key = this.keyOf(value)
      if (key !== undefined && seen.has(key)) continue
      if (key !== undefined) seen.add(key)
      yield* place(value, time)
    }
  }

  async close(): Promise<void> {
    await this.#spool.close()
    await this.archive.close()
  }

  protected abstract read(): Promise<Catalog>

  /** Called once for each pass over the messages. */
  protected abstract placing(): Placing<T>

  /** Equal for duplicates of a message at the same time; undefined if there can't be any. */
  protected keyOf(_kept: T): string | undefined {
    return undefined
  }

  /** `time` is a number of any unit; `kept` must be JSON. */
  protected keep(time: number, kept: T): Promise<void> {
    return this.#spool.add(time, kept)
  }

  protected lose(loss: string, where: string): void {
    this.means.lose({ loss, where })
  }

  protected begin(files: Iterable<{ readonly size: number } | undefined>): void {
    let total = 0
    for (const file of files) total += file?.size ?? 0
    this.means.meter.begin(total)
  }
}
