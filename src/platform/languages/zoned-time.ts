import { type Language, lastResort } from './catalogs.ts'
import { type Style, timeTextFor } from './time-text.ts'

/** A time in an error's message, written in the reader's language once that's known, and in their time zone. */
export class ZonedTime {
  readonly #date: Date
  readonly #zone: string
  readonly #style: Style

  /** An empty or unknown zone means UTC. */
  constructor(date: Date, zone: string, style: Style) {
    this.#date = date
    this.#zone = zone
    this.#style = style
  }

  in(language: Language): string {
    return timeTextFor(language, this.#zone, this.#style)(this.#date)
  }

  /** In English, which errors are declared in. */
  toString(): string {
    return this.in(lastResort)
  }
}
