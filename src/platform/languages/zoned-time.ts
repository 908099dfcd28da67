import { type Language, lastResort } from './catalogs.ts'
import { timeTextFor } from './time-text.ts'

/** A time in an error's message, written in the reader's language once that's known, and in their time zone. */
export class ZonedTime {
  readonly #date: Date
  readonly #zone: string
  readonly #hour24: boolean

  /** An empty or unknown zone means UTC. */
  constructor(date: Date, zone: string, hour24: boolean) {
    this.#date = date
    this.#zone = zone
    this.#hour24 = hour24
  }

  in(language: Language): string {
    return timeTextFor(language, this.#zone, { hour24: this.#hour24 })(this.#date)
  }

  /** In English, which errors are declared in. */
  toString(): string {
    return this.in(lastResort)
  }
}
