/** A time in the demonstration: a day, counted from 1, and minutes since midnight. */
interface Moment {
  day: number
  minutes: number
}

const minute = 60_000
const inMinutes = ({ day, minutes }: Moment) => day * 1440 + minutes

/** Maps demonstration times to real times, so that the last one is a given time in ms. */
export class Calendar {
  readonly #offset: number

  constructor(last: Moment, at: number) {
    this.#offset = at - inMinutes(last) * minute
  }

  /** In ms. */
  at(moment: Moment): number {
    return this.#offset + inMinutes(moment) * minute
  }

  weekday(day: number): string {
    return new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(this.at({ day, minutes: 720 }))
  }
}

export const byTime = (a: Moment, b: Moment): number => inMinutes(a) - inMinutes(b)
