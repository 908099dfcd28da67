import type { ExportCounts } from './api.ts'

/** perf: the cost of reading and compressing a file, in rows */
const rowsInFile = 20

/** Gets the percentage written: it never decreases, and is 100 only once the archive is complete. */
export type ReportPercent = (percent: number) => void | Promise<void>

export class Progress {
  readonly #total: number
  readonly #tell: ReportPercent | undefined
  #done = 0
  #told = -1

  /** `expected` is counted before writing; rows added since aren't included. */
  constructor(expected: { rows: number; files: number }, tell: ReportPercent | undefined) {
    this.#total = expected.rows + expected.files * rowsInFile
    this.#tell = tell
  }

  async rows(count: number): Promise<void> {
    this.#done += count
    const percent = this.#total === 0 ? 0 : Math.min(99, Math.floor((this.#done / this.#total) * 100))
    if (percent <= this.#told) return
    this.#told = percent
    await this.#tell?.(percent)
  }

  file(): Promise<void> {
    return this.rows(rowsInFile)
  }
}

export const nothingWritten = (): ExportCounts => ({
  ...{ users: 0, channels: 0, messages: 0, reactions: 0 },
  ...{ uploads: 0, custom_emoji: 0, missing: 0 },
})
