/*
 * Instants of times that clocks in a time zone show, by what `Intl` knows of zones. A time that the clock shows twice,
 * when it is set back, is the first of the two; one that it leaves out, when it is set forward, is the moment at which it
 * is set.
 */

const minuteMs = 60_000
const dayMinutes = 1_440
const dayMs = dayMinutes * minuteMs
/** Clocks are set at quarters of an hour. */
const stepMs = 15 * minuteMs

/** perf: asking `Intl` takes microseconds, so what a zone's clock shows is remembered for the quarters asked for. */
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

  /** How far the clock is ahead of UTC, in milliseconds. */
  offsetAt(time: number): number {
    const step = Math.floor(time / stepMs)
    let offset = this.#known.get(step)
    if (offset === undefined) {
      const parts = Object.fromEntries(
        this.#format.formatToParts(step * stepMs).map(({ type, value }) => [type, Number(value)]),
      ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
      offset = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute) - step * stepMs
      if (this.#known.size >= mostKnown) this.#known.clear()
      this.#known.set(step, offset)
    }
    return offset
  }
}

const mostKnown = 5_000
const zones = new Map<string, Zone>()

/** Somebody without a time zone, or with one that this machine does not know, lives by UTC. */
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

/** A day as a calendar shows it, as the number of days since 1970-01-01. */
type LocalDay = number

export const localDay = (zone: string, time: number): LocalDay =>
  Math.floor((time + zoneOf(zone).offsetAt(time)) / dayMs)

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: LocalDay): number => ((((day + 3) % 7) + 7) % 7) + 1

/** When clocks show so many minutes after midnight on a day. */
export function instantOf(zone: string, day: LocalDay, minutes: number): number {
  const clock = (day * dayMinutes + minutes) * minuteMs
  const place = zoneOf(zone)
  // the offsets before and after whatever happens near that time
  const [before, after] = [place.offsetAt(clock - dayMs), place.offsetAt(clock + dayMs)]
  const early = clock - before
  if (place.offsetAt(early) === before) return early
  const late = clock - after
  if (place.offsetAt(late) === after) return late
  return gapEnd(place, Math.min(early, late), Math.max(early, late))
}

/** When the clock was set, between two times. */
function gapEnd(place: Zone, from: number, to: number): number {
  const offset = place.offsetAt(from)
  for (let time = Math.ceil((from + 1) / stepMs) * stepMs; time <= to; time += stepMs)
    if (place.offsetAt(time) !== offset) return time
  return to
}
