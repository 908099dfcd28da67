const page = globalThis.document?.documentElement
const preferred = globalThis.navigator?.languages ?? []

/** Undefined for what isn't a tag, such as `en-US@posix`. */
function maximized(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return undefined
  }
}

/** Whether tags have the same language and script, whatever the region: `zh-Hans` and `zh-SG`. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [maximized(one), maximized(other)]
  return a !== undefined && a.language === b?.language && a.script === b.script
}

/**
 * The language of the page with the reader's region: dates, numbers, and the order of names follow it. The device decides
 * between 12 and 24 hours. Digits are 0 to 9 and dates Gregorian in every language, as in the browser's own fields.
 */
export const locale: string = (() => {
  const language = page?.lang || 'en'
  const tag = preferred.find((one) => isSame(one, language)) ?? language
  const { calendar, numberingSystem } = new Intl.DateTimeFormat(tag).resolvedOptions()
  const isAsInFields = calendar === 'gregory' && numberingSystem === 'latn'
  if (tag === preferred[0] && isAsInFields) return tag
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  return new Intl.Locale(tag, {
    ...(hourCycle ? { hourCycle } : {}),
    ...(isAsInFields ? {} : { calendar: 'gregory', numberingSystem: 'latn' }),
  }).toString()
})()

export const nameOrder = new Intl.Collator(locale)

/** A weekday's name, 1 for Monday to 7 for Sunday. */
export const weekdayName = (day: number, length: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** The locale's first day of the week, 1 for Monday to 7 for Sunday. */
export function firstWeekday(of: string = locale): number {
  // browsers have one or the other
  const place = new Intl.Locale(of) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number }
    readonly weekInfo?: { firstDay: number }
  }
  return (place.getWeekInfo?.() ?? place.weekInfo)?.firstDay ?? 1
}
