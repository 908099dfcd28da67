import type { Language } from '#platform/languages'

/** Formats times in a reader's language and time zone, with the zone's name. `timezone` is UTC if empty or unknown. */
export function timeTextFor(language: Language, timezone: string): (time: Date | string) => string {
  const format = formatIn(language, timezone)
  return (time) => {
    const date = new Date(time)
    return Number.isNaN(date.getTime()) ? String(time) : format.format(date)
  }
}

function formatIn(language: Language, timezone: string): Intl.DateTimeFormat {
  const style: Intl.DateTimeFormatOptions = {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }
  try {
    return new Intl.DateTimeFormat(language, { ...style, timeZone: timezone || 'UTC' })
  } catch {
    return new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
  }
}
