import type { ExportCounts } from './api.ts'

/** perf: what a file takes, in rows: it is read and compressed as a whole */
const rowsInFile = 20

/** Told how much of an archive is written, in percent: more each time, and 100 never before it is whole. */
export type TellPercent = (percent: number) => void | Promise<void>

/** How far an archive is, by the rows and files that it will have. */
export class Progress {
  readonly #total: number
  readonly #tell: TellPercent | undefined
  #done = 0
  #told = -1

  /** `rows` and `files` as they are counted before: what is written meanwhile is not among them. */
  constructor(expected: { rows: number; files: number }, tell: TellPercent | undefined) {
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
