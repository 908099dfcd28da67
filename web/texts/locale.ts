const page = globalThis.document?.documentElement
const preferred = globalThis.navigator?.languages ?? []

/**
 * The language of the page as it is spoken where the reader lives: dates, numbers and the order of names follow it. Whether
 * hours go to 12 or to 24 is as the device has it. In Arabic, days and digits are those of the fields for days and times.
 */
export const locale: string = (() => {
  const language = page?.lang || 'en'
  const tag = preferred.find((one) => one === language || one.startsWith(`${language}-`)) ?? language
  if (tag === preferred[0] && language !== 'ar') return tag
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  return new Intl.Locale(tag, {
    ...(hourCycle ? { hourCycle } : {}),
    ...(language === 'ar' ? { calendar: 'gregory', numberingSystem: 'latn' } : {}),
  }).toString()
})()

/** Sorts names as the reader expects them. */
export const nameOrder = new Intl.Collator(locale)

/** A day's name as the reader's language has it, 1 for Monday to 7 for Sunday. */
export const weekdayName = (day: number, length: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** The day that a week begins with where the reader lives, 1 for Monday to 7 for Sunday. */
export function firstWeekday(of: string = locale): number {
  // browsers have it as one or the other
  const place = new Intl.Locale(of) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number }
    readonly weekInfo?: { firstDay: number }
  }
  return (place.getWeekInfo?.() ?? place.weekInfo)?.firstDay ?? 1
}
