import { type ApiError, filled } from '#contract'
import type { Language } from '#platform/languages'
import { arChannels } from './error-texts/ar-channels.ts'
import { arGeneral } from './error-texts/ar-general.ts'
import { arMessages } from './error-texts/ar-messages.ts'
import { arOutside } from './error-texts/ar-outside.ts'
import { arPeople } from './error-texts/ar-people.ts'
import { deChannels } from './error-texts/de-channels.ts'
import { deGeneral } from './error-texts/de-general.ts'
import { deMessages } from './error-texts/de-messages.ts'
import { deOutside } from './error-texts/de-outside.ts'
import { dePeople } from './error-texts/de-people.ts'
import { fieldReasons } from './error-texts/field-reasons.ts'

type Told = Readonly<Record<string, string>>

/** By what refusals say in English: what they say in other languages. */
export const errorTexts: Readonly<Record<Exclude<Language, 'en'>, Told>> = {
  de: { ...deGeneral, ...dePeople, ...deChannels, ...deMessages, ...deOutside },
  ar: { ...arGeneral, ...arPeople, ...arChannels, ...arMessages, ...arOutside },
}

/** A text in a language; undefined for what is said in English only. */
const translated = (language: Language, text: string): string | undefined =>
  language !== 'en' && Object.hasOwn(errorTexts[language], text) ? errorTexts[language][text] : undefined

/** What one sentence says in a language, where that is known. */
export const sentenceText = (language: Language, text: string): string => translated(language, text) ?? text

/**
 * What a refusal says in a language; what is for whoever writes a program stays English. A value by the name of `what` is
 * a text of its own, the others are somebody's.
 */
export function errorText(language: Language, { template, values, message }: ApiError): string {
  const text = translated(language, template)
  if (text === undefined) return message
  const { what } = values
  return filled(text, typeof what === 'string' ? { ...values, what: sentenceText(language, what) } : values)
}

/** A sentence about what is wrong with a field of a form: its name, and what its declaration says of the value. */
export function fieldProblem(language: Language, field: string, reason: string): string {
  if (language === 'en') return `${field} ${reason}.`
  const known: Told = fieldReasons[language]
  const [count = ''] = /\d+/.exec(reason) ?? []
  const text = known[reason.replace(/\d+/, '{count}')]
  const said = text === undefined ? reason : filled(text, { count })
  return language === 'ar' ? `${field}: ${said}.` : `${field} ${said}.`
}
