import { durationText } from '#contract'
import type { Language } from './catalogs.ts'

/** Caches one value per language: `Intl` objects are slow to create. */
function perLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>()
  return (language) => {
    const known = made.get(language)
    if (known) return known
    const value = make(language)
    made.set(language, value)
    return value
  }
}

const listsOf = perLanguage((language) => new Intl.ListFormat(language, { type: 'conjunction' }))

/** For example `A, B, and C`. */
export const listIn = (language: Language, parts: readonly string[]): string => listsOf(language).format(parts)

export const nameOrder = perLanguage((language) => new Intl.Collator(language))

/** Adds a missing period. */
export function asSentence(language: Language, text: string): string {
  if (/[.!?؟。！？…]$/.test(text)) return text
  return `${text}${/^(?:ja|zh)\b/.test(language) ? '。' : '.'}`
}

/** A duration in words: “2 hours”. */
export const durationIn = (language: Language, secs: number): string => durationText(secs, `${language}-u-nu-latn`)

const datesOf = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }),
)

/** A date and time in UTC, for people whose time zone isn't known. */
export const dateIn = (language: Language, date: Date): string => `${datesOf(language).format(date)} UTC`
