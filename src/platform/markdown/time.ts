import type { StateInline } from 'markdown-it'
import { pushHtml } from './rules.ts'
import { escapeHtml } from './run.ts'

const LESS = 0x3c
const PREFIX = '<time:'
const MAX_TIME = 64
// ISO 8601 date, optional time with optional fraction and zone.
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** `<time:2024-08-06T17:00:00+01:00>`. A text that is no time stays as it was typed. */
export function timeRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== LESS || !src.startsWith(PREFIX, pos)) return false
  const start = pos + PREFIX.length
  const length = src.slice(start, Math.min(start + MAX_TIME, state.posMax)).indexOf('>')
  if (length <= 0) return false
  const given = src.slice(start, start + length)
  const when = parseTime(given)
  if (!when) return false
  if (!silentParse) pushHtml(state, `<time datetime="${when}">${escapeHtml(given)}</time>`)
  state.pos = start + length + 1
  return true
}

/** UTC, to the second, with `Z`: clients accept no other form. A time without a zone is UTC. */
function parseTime(given: string): string | undefined {
  const text = given.trim()
  if (/^\d{9,11}$/.test(text)) return format(new Date(Number(text) * 1000))
  const m = ISO.exec(text)
  if (!m) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = m
  const local = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(local.getTime()) || local.getUTCDate() !== Number(day)) return undefined
  return format(new Date(local.getTime() - offsetMinutes(zone) * 60_000))
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
