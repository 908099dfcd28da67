import type { Language } from './catalogs.ts'

export interface Style {
  readonly hour24?: boolean
  /** The time of day with seconds, without a date. */
  readonly isClock?: boolean
}

/** Formatters take much longer to make than to use. */
const maxFormatters = 200
/** Least recently used first. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formats times in a reader's language and time zone, with the zone's name. An empty or unknown zone means UTC. */
export function timeTextFor(language: Language, zone: string, { hour24 = false, isClock = false }: Style = {}) {
  const format = formatterFor(language, zone, hour24, isClock)
  return (time: Date | string): string => {
    const date = new Date(time)
    return Number.isNaN(date.getTime()) ? String(time) : format.format(date)
  }
}

function formatterFor(language: Language, zone: string, hour24: boolean, isClock: boolean): Intl.DateTimeFormat {
  const key = `${language} ${hour24} ${isClock} ${zone}`
  const format = formatters.get(key) ?? newFormatter(language, zone, hour24, isClock)
  formatters.delete(key)
  formatters.set(key, format)
  for (const oldest of formatters.keys()) {
    if (formatters.size <= maxFormatters) break
    formatters.delete(oldest)
  }
  return format
}

const date = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const

function newFormatter(language: Language, zone: string, hour24: boolean, isClock: boolean): Intl.DateTimeFormat {
  const inZone = (timeZone: string) =>
    new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
      ...(isClock ? { second: '2-digit' } : date),
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      ...(hour24 ? { hourCycle: 'h23' } : {}),
      timeZone,
    })
  try {
    return inZone(zone || 'UTC')
  } catch {
    return inZone('UTC')
  }
}
