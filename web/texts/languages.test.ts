import { assert, test } from 'vitest'
import { lacking, textsInView, textsOf } from '../../scripts/texts.mjs'
import { directions, inLanguage, languages } from '../../scripts/texts-in.mjs'
import { say } from './ar.ts'
import type { Texts } from './en.ts'
import { nameOfLanguage } from './language-names.ts'
import { spokenFor, spokenLanguages } from './languages.ts'
import { firstWeekday } from './locale.ts'

const english = await textsOf('en')
const others = new Map(await Promise.all(languages.slice(1).map(async (one) => [one, await textsOf(one)] as const)))

/** What the first view has in a language. */
const firstOf = (language: string) => others.get(language)?.get('')?.en as Texts

/** Every function among texts, with where it stands. */
function functionsIn(texts: unknown, path: string[] = []): [string, (...given: unknown[]) => unknown][] {
  if (typeof texts === 'function') return [[path.join('.'), texts as (...given: unknown[]) => unknown]]
  if (typeof texts !== 'object' || texts === null) return []
  return Object.entries(texts).flatMap(([key, value]) => functionsIn(value, [...path, key]))
}

/** What the nth thing can be that a text is made of: names, many and few, and numbers, which are found again in what it says. */
const kinds = (n: number) => [`x${n}x`, [`x${n}x`], Array(5).fill(`x${n}x`), 7000 + n, n === 0, '']

const choices = (count: number, n = 0): unknown[][] =>
  n === count ? [[]] : kinds(n).flatMap((one) => choices(count, n + 1).map((rest) => [one, ...rest]))

/** What is written where a number is none. */
const noNumbers = ['undefined', ...languages.map((one) => new Intl.NumberFormat(one).format(Number.NaN).toLowerCase())]

/** Which of the things that it was made of a text says; undefined where it cannot be made of these. */
function said(text: (...given: unknown[]) => unknown, given: unknown[]): string | undefined {
  try {
    const words = String(text(...given))
      .replace(/(\d)[.,](?=\d)/g, '$1')
      .toLowerCase()
    // it is not made of such things
    if (noNumbers.some((one) => words.includes(one))) return undefined
    return given.map((_one, n) => (words.includes(`x${n}x`) || words.includes(`${7000 + n}`) ? n : '-')).join(' ')
  } catch {
    return undefined
  }
}

/** How a language counts is its own business. */
const ofTexts = ([name]: readonly [string, unknown]) => !/\.?(count|names\.format)$/.test(name) || name.includes('enP')

test('every language has every text of English and no other', () => {
  assert.ok(english.size > 25)
  for (const [language, texts] of others) assert.deepEqual(lacking(language, texts, english), [])
})

test('what a language lacks is said in words', () => {
  const texts = new Map(others.get('de'))
  const { enCards, ...rest } = texts.get('-cards') as { enCards: Record<string, unknown> }
  const { undo: _undo, ...without } = enCards
  texts.set('-cards', { ...rest, enCards: { ...without, close: ' ', extra: 'mehr', until: () => 'bis', you: 7 } })
  texts.delete('-pins')
  assert.deepEqual(lacking('de', texts, english).sort(), [
    'web/texts/de-cards.ts: deCards.close is empty',
    'web/texts/de-cards.ts: deCards.extra is not there in English',
    'web/texts/de-cards.ts: deCards.undo is missing',
    'web/texts/de-cards.ts: deCards.until takes 0 things instead of 1',
    'web/texts/de-cards.ts: deCards.you is a number instead of a string',
    'web/texts/de-pins.ts is missing',
  ])
})

test('a text says the same names and numbers in every language', () => {
  let compared = 0
  const wrong: string[] = []
  for (const [subject, module] of english) {
    const all = functionsIn(module).filter(ofTexts)
    for (const [language, texts] of others) {
      const theirs = new Map(functionsIn(texts.get(subject)))
      for (const [path, text] of all)
        for (const given of choices(text.length)) {
          const expected = said(text, given)
          const found = said(theirs.get(path) ?? (() => ''), given)
          if (expected === undefined || found === undefined) continue
          compared++
          if (found !== expected)
            wrong.push(`${inLanguage(path.split('.')[0] ?? '', language)}: ${path} of ${JSON.stringify(given)}`)
        }
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(compared > 3000, `${compared} were compared`)
})

test('languages count in forms of their own', () => {
  const unread = (language: string, n: number) => firstOf(language).unread(n)
  assert.deepEqual(
    [1, 2, 1234].map((n) => unread('de', n)),
    ['1 ungelesene Nachricht', '2 ungelesene Nachrichten', '1.234 ungelesene Nachrichten'],
  )
  assert.deepEqual(
    [0, 1, 2, 3, 10, 11, 99, 100, 103, 1011].map((n) => unread('ar', n)),
    [
      '0 رسالة غير مقروءة',
      'رسالة واحدة غير مقروءة',
      'رسالتان غير مقروءتين',
      '3 رسائل غير مقروءة',
      '10 رسائل غير مقروءة',
      '11 رسالة غير مقروءة',
      '99 رسالة غير مقروءة',
      '100 رسالة غير مقروءة',
      '103 رسائل غير مقروءة',
      '1,011 رسالة غير مقروءة',
    ],
  )
})

test('names of the other direction stand for themselves in Arabic', () => {
  // without a word of its own a text would run as the first name does
  assert.equal(say`${'staff'} (${'3 أشخاص'})`, '\u200f\u2068staff\u2069 (\u20683 أشخاص\u2069)')
  assert.equal(firstOf('ar').messageTo('#general > C++'), 'رسالة إلى \u2068#general > C++\u2069')
})

test('a text that stands in a view itself is found', () => {
  const view = `<p class="small">{t.found} <b dir="auto">Not yet</b></p>, n > 3 && <i title="A title" alt="" />`
  assert.deepEqual(textsInView(view).sort(), ['A title', 'Not yet'])
  assert.deepEqual(textsInView('const f = (n: number) => n > more ? <b>{t.more}</b> : <i>{n} ›</i>'), [])
})

test('a week begins where the reader’s does', () => {
  assert.deepEqual(
    ['de', 'en-US', 'ar-EG'].map((one) => firstWeekday(one)),
    [1, 7, 6],
  )
})

test('a tag means its language, or English where these pages do not speak it', () => {
  assert.deepEqual(spokenLanguages, Object.keys(directions))
  assert.deepEqual(['de', 'de-AT', 'ar_EG', 'en-gb', 'fr', 'zh-hans', ''].map(spokenFor), [
    'de',
    'de',
    'ar',
    'en',
    'en',
    'en',
    'en',
  ])
  assert.deepEqual(spokenLanguages.map(nameOfLanguage), ['English', 'Deutsch', 'العربية'])
})
