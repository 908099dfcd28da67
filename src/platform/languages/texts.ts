import type { Language } from './language.ts'

/**
 * The texts of one place in every language: a catalogue each, of the type of the English one, so that none lacks a text
 * that another has.
 */
export const inLanguages =
  <T>(catalogues: Readonly<Record<Language, T>>): ((language: Language) => T) =>
  (language) =>
    catalogues[language]

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** How a language counts: the form for a number, in which `#` stands for the number. */
export function pluralIn(language: Language): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count))
}

/** `A, B and C` as the language says it. */
export function listIn(language: Language): (parts: readonly string[]) => string {
  // British English has no comma before the last one
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' })
  return (parts) => list.format(parts)
}

/**
 * An address or a name between words of the other direction: it stands for itself, so that its signs stay where they
 * belong.
 */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** A day and an hour that everybody understands, in UTC. */
export function dateIn(language: Language): (date: Date) => string {
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
  return (date) => `${dates.format(date)} UTC`
}
