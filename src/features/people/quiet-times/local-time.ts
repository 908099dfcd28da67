/*
 * Converts local times to instants, with `Intl`'s time zone data. A local time that occurs twice, when clocks are set
 * back, is the first of the two; one that is skipped, when they are set forward, is the moment of the change.
 */

const minuteMs = 60_000
const dayMinutes = 1_440
const dayMs = dayMinutes * minuteMs
/** Offsets change at quarters of an hour. */
const stepMs = 15 * minuteMs

/** perf: `Intl` takes microseconds, so offsets are cached by quarter. */
class Zone {
  readonly #format: Intl.DateTimeFormat
  readonly #known = new Map<number, number>()

  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  }

  /** The UTC offset in milliseconds. */
  offsetAt(time: number): number {
    const step = Math.floor(time / stepMs)
    let offset = this.#known.get(step)
    if (offset === undefined) {
      const parts = Object.fromEntries(
        this.#format.formatToParts(step * stepMs).map(({ type, value }) => [type, Number(value)]),
      ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
      offset = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute) - step * stepMs
      if (this.#known.size >= maxKnown) this.#known.clear()
      this.#known.set(step, offset)
    }
    return offset
  }
}

const maxKnown = 5_000
const zones = new Map<string, Zone>()

/** UTC for missing and unknown time zones. */
function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  let zone: Zone
  try {
    zone = new Zone(name === '' ? 'UTC' : name)
  } catch {
    zone = new Zone('UTC')
  }
  zones.set(name, zone)
  return zone
}

/** A calendar day, as the number of days since 1970-01-01. */
type LocalDay = number

export const localDay = (zone: string, time: number): LocalDay =>
  Math.floor((time + zoneOf(zone).offsetAt(time)) / dayMs)

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: LocalDay): number => ((((day + 3) % 7) + 7) % 7) + 1

/** The instant of a local time, given in minutes after midnight. */
export function instantOf(zone: string, day: LocalDay, minutes: number): number {
  const clock = (day * dayMinutes + minutes) * minuteMs
  const place = zoneOf(zone)
  // the offsets before and after any change near that time
  const [before, after] = [place.offsetAt(clock - dayMs), place.offsetAt(clock + dayMs)]
  const early = clock - before
  if (place.offsetAt(early) === before) return early
  const late = clock - after
  if (place.offsetAt(late) === after) return late
  return gapEnd(place, Math.min(early, late), Math.max(early, late))
}

/** The moment between two times at which the clock is set. */
function gapEnd(place: Zone, from: number, to: number): number {
  const offset = place.offsetAt(from)
  for (let time = Math.ceil((from + 1) / stepMs) * stepMs; time <= to; time += stepMs)
    if (place.offsetAt(time) !== offset) return time
  return to
}
