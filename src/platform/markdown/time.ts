import type { StateInline } from 'markdown-it'
import { pushHtml } from './rules.ts'
import { escapeText } from './run.ts'

const LESS = 0x3c
const PREFIX = '<time:'
const MAX_TIME = 120
// ISO 8601 date, optional time with optional fraction and zone.
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** `<time:2024-08-06T17:00:00+01:00>`. An invalid time renders an error. */
export function timeRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== LESS || !src.startsWith(PREFIX, pos)) return false
  const start = pos + PREFIX.length
  const length = src.slice(start, Math.min(start + MAX_TIME, state.posMax)).indexOf('>')
  if (length <= 0) return false
  const given = src.slice(start, start + length)
  const when = parseTime(given)
  const shown = escapeText(given)
  const html = when
    ? `<time datetime="${when}">${shown}</time>`
    : `<span class="timestamp-error">Invalid time format: ${shown}</span>`
  if (!silentParse) pushHtml(state, html)
  state.pos = start + length + 1
  return true
}

/** Formats as UTC to the second with `Z`, the only form that clients accept. A time without a zone is UTC. */
function parseTime(given: string): string | undefined {
  const text = given.trim()
  if (/^\d{9,11}$/.test(text)) return format(new Date(Number(text) * 1000))
  const m = ISO.exec(text)
  if (!m) return format(parseWords(text))
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = m
  const local = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const offset = offsetMinutes(zone)
  if (Number.isNaN(local.getTime()) || local.getUTCDate() !== Number(day) || Math.abs(offset) >= 24 * 60)
    return undefined
  return format(new Date(local.getTime() - offset * 60_000))
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH = '(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'
const DATES = [
  new RegExp(`^${MONTH} (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})(?<rest>.*)$`, 'i'),
  new RegExp(`^(?<day>\\d{1,2})(?:st|nd|rd|th)? ${MONTH},? (?<year>\\d{4})(?<rest>.*)$`, 'i'),
]
const CLOCK = /^[, ]+(\d{1,2})(?::(\d{2}))?(?::(\d{2}))? ?(am|pm)?(?: ?(UTC|GMT|Z|IST|[ECMP][SD]T))?$/i
/** UTC offsets of common zone abbreviations, in hours. */
const ZONES: Record<string, number> = {
  IST: 5.5,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
}

/** `Jun 5th 2017, 10:30PM`, `31 Dec 2017`. */
function parseWords(text: string): Date {
  const none = new Date(Number.NaN)
  const date = DATES.map((form) => form.exec(text)).find((match) => match !== null)
  if (!date?.groups) return none
  const { day, month = '', year, rest = '' } = date.groups
  const clock = rest.trim() === '' ? ['', '0'] : CLOCK.exec(rest)
  if (!clock) return none
  const [, hours = '0', minutes = '0', seconds = '0', half = '', zone = ''] = clock
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  if (half !== '' && (Number(hours) < 1 || Number(hours) > 12)) return none
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return none
  const at = new Date(
    Date.UTC(Number(year), MONTHS.indexOf(month.toLowerCase()), Number(day), hour, Number(minutes), Number(seconds)),
  )
  if (at.getUTCDate() !== Number(day)) return none
  return new Date(at.getTime() - (ZONES[zone.toUpperCase()] ?? 0) * 3_600_000)
}

function offsetMinutes(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return zone[0] === '-' ? -minutes : minutes
}

function format(date: Date): string | undefined {
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || year < 1 || year > 9999 ? undefined : `${date.toISOString().slice(0, 19)}Z`
}
