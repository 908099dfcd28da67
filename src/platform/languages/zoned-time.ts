import { type Language, lastResort } from './catalogs.ts'

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
    try {
      return this.#format(language, this.#zone || 'UTC')
    } catch {
      return this.#format(language, 'UTC')
    }
  }

  #format(language: Language, timeZone: string): string {
    return new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      ...(this.#hour24 ? { hourCycle: 'h23' } : {}),
      ...(this.#zone === '' ? { timeZoneName: 'short' } : {}),
      timeZone,
    }).format(this.#date)
  }

  /** In English, which errors are declared in. */
  toString(): string {
    return this.in(lastResort)
  }
}
