import { readTime } from '../compose/later/when.ts'
import { locale } from '../texts/locale.ts'
import { t } from '../texts/slash.ts'
import { latinDigits, readDuration } from './durations.ts'

interface Phrase {
  /** True if it precedes or follows a duration, false for a time. */
  readonly isDuration: boolean
  readonly first: string
  readonly last: string
}

/** Treats both kinds of apostrophes alike. */
const comparable = (text: string): string => text.toLowerCase().replaceAll('’', "'")
const marker = '\u0000'
const phraseOf = (isDuration: boolean, text: string): Phrase => {
  const [first = '', last = ''] = text.replace(/[\u2066-\u2069]/g, '').split(marker)
  return { isDuration, first: comparable(first.trim()), last: comparable(last.trim()) }
}
/** Phrases such as "for …" and "until …" in English and the language of these texts. */
export const phrasesIn = (texts: Pick<typeof t, 'forTime' | 'untilTime'>): readonly Phrase[] => [
  { isDuration: true, first: 'for', last: '' },
  { isDuration: false, first: 'until', last: '' },
  { isDuration: false, first: 'till', last: '' },
  phraseOf(true, texts.forTime(marker)),
  phraseOf(false, texts.untilTime(marker)),
]
const ownPhrases = phrasesIn(t)
/** Longer texts can't be times. */
const maxTimeLength = 60
/** Each attempt takes about half a millisecond. */
const maxTries = 8
const triesFor = (text: string): number => (isSpaced(text) ? 1 : 2) * maxTries
/** Japanese particle or comma between a time and the text. */
const particle = /^[に、，,]\s*/

const isSpaced = (text: string): boolean => !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(text)

/** Parses a time such as "17:00" or "tomorrow 9" (local time zone), or a duration from now such as "2 hours". */
export function readWhen(text: string, now: Date, language: string = locale): Date | undefined {
  const typed = latinDigits(text).trim()
  if (typed === '' || typed.length > maxTimeLength) return undefined
  const ms = readDuration(typed, language)
  return ms === undefined ? readTime(typed, now, language) : new Date(now.getTime() + ms)
}

/** Parses "for 2 hours" or "until 17:00" at the end of a text; undefined if it has no such end. */
export function readEnd(
  text: string,
  now: Date,
  language: string = locale,
  phrases: readonly Phrase[] = ownPhrases,
): { readonly before: string; readonly at: Date } | undefined {
  const lower = comparable(text)
  for (const { isDuration, first, last } of phrases) {
    // lowercasing changes the length of some letters
    if (lower.length !== text.length || !lower.endsWith(last)) continue
    const end = text.length - last.length
    for (const start of startsOf(lower.slice(0, end), first)) {
      const words = text.slice(start + first.length, end).trim()
      const ms = isDuration ? readDuration(words, language) : undefined
      const at = isDuration ? ms && new Date(now.getTime() + ms) : readWhen(words, now, language)
      if (at) return { before: text.slice(0, start).trim(), at }
    }
  }
  return undefined
}

/** Possible start positions of a phrase, last first. */
function startsOf(text: string, first: string): number[] {
  const starts = first === '' ? boundaries(text) : []
  const isWord = (at: number) => /^\s?$/.test(text[at - 1] ?? '') && /\s/.test(text[at + first.length] ?? '')
  if (first !== '')
    for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1))
      if (!isSpaced(first) || isWord(at)) starts.push(at)
  return starts.slice(-triesFor(text)).reverse()
}

/** Start positions of words, or of letters in scripts without spaces. */
function boundaries(text: string): number[] {
  if (isSpaced(text)) return [0, ...[...text.matchAll(/\s(?=\S)/g)].map(({ index }) => index + 1)]
  const letters = [...text]
  const starts = [0]
  for (const letter of letters) starts.push((starts.at(-1) as number) + letter.length)
  return starts.slice(0, -1)
}

/** Splits a time off the start or end of "tomorrow 9:00 call the bank"; the longest match wins. */
export function splitWhen(text: string, now: Date, language: string = locale): { at: Date; rest: string } | undefined {
  const starts = boundaries(text)
  const ends = [...starts.slice(1), text.length].slice(0, triesFor(text)).reverse()
  for (const end of ends) {
    const at = readWhen(text.slice(0, end), now, language)
    if (at) return { at, rest: text.slice(end).trim().replace(particle, '') }
  }
  for (const start of starts.slice(1).slice(-triesFor(text))) {
    const at = readWhen(text.slice(start), now, language)
    if (at) return { at, rest: text.slice(0, start).trim() }
  }
  return undefined
}
