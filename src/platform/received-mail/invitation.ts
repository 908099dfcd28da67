/** A meeting of a calendar: RFC 5545, as far as it is shown. */
export interface Invitation {
  /** Names the meeting. */
  readonly uid: string
  readonly title: string
  readonly place: string
  /** When it begins and ends, and whether whole days are meant; null where it cannot be told. */
  readonly start: CalendarTime | null
  readonly end: CalendarTime | null
  readonly isCancelled: boolean
}

export interface CalendarTime {
  /** In UTC, or the day alone: `2026-11-23`. */
  readonly iso: string
  readonly isDay: boolean
}

const maxEvents = 10
const maxCharacters = 300

interface Line {
  readonly name: string
  readonly params: string
  readonly value: string
}

/** The meetings in a calendar file; none in what is no calendar. */
export function invitationsIn(calendar: string): Invitation[] {
  const lines = calendar
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .flatMap(lineOf)
  const isCancelled = lines.some(({ name, value }) => name === 'METHOD' && value.toUpperCase() === 'CANCEL')
  const events: Line[][] = []
  let depth = 0
  let open: Line[] | undefined
  for (const line of lines) {
    const { name, value } = line
    if (name === 'BEGIN' && value.toUpperCase() === 'VEVENT' && !open) [open, depth] = [[], 0]
    else if (name === 'BEGIN') depth++
    else if (name === 'END' && value.toUpperCase() === 'VEVENT' && open) {
      events.push(open)
      open = undefined
    } else if (name === 'END') depth--
    // an alarm inside of a meeting has texts of its own
    else if (open && depth === 0) open.push(line)
  }
  return events.slice(0, maxEvents).map((event) => invitationOf(event, isCancelled))
}

function lineOf(line: string): Line[] {
  const match = /^([A-Za-z-]+)((?:;[^:"]*(?:"[^"]*"[^:"]*)*)?):(.*)$/.exec(line)
  return match
    ? [{ name: (match[1] as string).toUpperCase(), params: match[2] as string, value: match[3] as string }]
    : []
}

function invitationOf(event: readonly Line[], isCancelled: boolean): Invitation {
  const of = (wanted: string) => event.find(({ name }) => name === wanted)
  const text = (wanted: string) => unescaped(of(wanted)?.value ?? '')
  return {
    uid: text('UID'),
    title: text('SUMMARY'),
    place: text('LOCATION'),
    start: timeOf(of('DTSTART')),
    end: timeOf(of('DTEND')),
    isCancelled: isCancelled || of('STATUS')?.value.toUpperCase() === 'CANCELLED',
  }
}

const unescaped = (text: string): string =>
  text
    .replace(/\\([nN,;\\])/g, (_all, letter: string) => (/n/i.test(letter) ? ' ' : letter))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxCharacters)
    .toWellFormed()

function timeOf(line: Line | undefined): CalendarTime | null {
  if (!line) return null
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(line.value.trim())
  if (!match) return null
  const [, year, month, day, hour, minute, second, zulu] = match
  if (hour === undefined) return { iso: `${year}-${month}-${day}`, isDay: true }
  const clock = Date.UTC(
    +(year as string),
    +(month as string) - 1,
    +(day as string),
    +hour,
    +(minute as string),
    +(second as string),
  )
  if (Number.isNaN(clock)) return null
  const zone =
    zulu === 'Z' ? 'UTC' : (/;TZID=(?:"([^"]+)"|([^;:]+))/i.exec(line.params)?.slice(1).find(Boolean) ?? 'UTC')
  return { iso: new Date(clock - offsetAt(clock, zone)).toISOString().replace('.000Z', 'Z'), isDay: false }
}

/** By how much a clock in that zone is ahead, in milliseconds; of a zone that nobody knows, nothing. */
function offsetAt(clock: number, zone: string): number {
  try {
    const format = new Intl.DateTimeFormat('en-u-hc-h23', {
      timeZone: namedZones[zone] ?? zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    const shown = (time: number): number => {
      const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
      return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second)
    }
    const guess = clock - (shown(clock) - clock)
    return shown(guess) - guess
  } catch {
    return 0
  }
}

/** What Windows calls the zones that most mails with these names are from. */
const namedZones: Readonly<Record<string, string>> = {
  'Arab Standard Time': 'Asia/Riyadh',
  'Central European Standard Time': 'Europe/Warsaw',
  'Central Standard Time': 'America/Chicago',
  'China Standard Time': 'Asia/Shanghai',
  'Eastern Standard Time': 'America/New_York',
  'Egypt Standard Time': 'Africa/Cairo',
  'GMT Standard Time': 'Europe/London',
  'India Standard Time': 'Asia/Kolkata',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Romance Standard Time': 'Europe/Paris',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'W. Europe Standard Time': 'Europe/Berlin',
}
