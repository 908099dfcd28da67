import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languagesIn, readCatalog } from '../../../scripts/messages/catalogs.mjs'
import { presets, readTime } from './when.ts'

const folder = join(import.meta.dirname, '../../texts')

/** A Friday, in the machine's time zone. */
const now = new Date(2026, 10, 20, 14, 0)
const local = (at: Date | undefined) =>
  at && `${at.getMonth() + 1}-${at.getDate()} ${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`

test.each([
  ['tomorrow 9', '11-21 9:00'],
  ['tomorrow', '11-21 9:00'],
  ['monday 16', '11-23 16:00'],
  ['friday 14:30', '11-20 14:30'],
  ['in 2 hours', '11-20 16:00'],
  ['24 Dec 18:30', '12-24 18:30'],
  ['9am', '11-21 9:00'],
  ['17', '11-20 17:00'],
  ['5:30 pm', '11-20 17:30'],
  ['2026-12-24 18:30', '12-24 18:30'],
  ['2026-12-24T18:30', '12-24 18:30'],
  ['2026-12-24', '12-24 9:00'],
  ['12/24 18:30', '12-24 18:30'],
])('%s is understood', (text, expected) => {
  expect(local(readTime(text, now, 'en-US'))).toBe(expected)
})

test.each([
  ['de', 'morgen 9', '11-21 9:00'],
  ['de', 'morgen um 9', '11-21 9:00'],
  ['de', 'Montag um 16 Uhr', '11-23 16:00'],
  ['de', 'in 2 Stunden', '11-20 16:00'],
  ['de', '24. Dezember 18:30', '12-24 18:30'],
  ['de', '24.12. 18:30', '12-24 18:30'],
  ['de', 'übermorgen 8:15', '11-22 8:15'],
  ['fr', 'demain à 9', '11-21 9:00'],
  ['fr', 'lundi 16:30', '11-23 16:30'],
  ['fr', 'dans 3 heures', '11-20 17:00'],
  ['fr', '24 déc. 18:30', '12-24 18:30'],
  ['es', '24 de diciembre 18:30', '12-24 18:30'],
  ['es', 'mañana 9', '11-21 9:00'],
  ['pl', 'jutro 9', '11-21 9:00'],
  ['ru', 'завтра 9', '11-21 9:00'],
  ['ru', 'через 5 минут', '11-20 14:05'],
  ['ja', '明日 9:00', '11-21 9:00'],
  ['ar', 'غدا 9', '11-21 9:00'],
  ['ar', 'خلال ساعتين', '11-20 16:00'],
  ['en-GB', '3/12 18:30', '12-3 18:30'],
  ['de', 'tomorrow 9', '11-21 9:00'],
])('in %s, %s is understood', (locale, text, expected) => {
  expect(local(readTime(text, now, locale))).toBe(expected)
})

test('the examples in the field parse in every language', () => {
  for (const language of languagesIn(folder)) {
    const examples =
      readCatalog(folder, language)
        .messages.get('writing.timeExample')
        ?.split(/[,،、]\s*/) ?? []
    expect(examples.length, language).toBe(3)
    for (const example of examples) expect(readTime(example, now, language), `${language}: ${example}`).toBeDefined()
  }
})

test.each(['de', 'fr', 'en', 'ja'])("in %s, text that isn't a time is rejected", (locale) => {
  for (const text of ['Suppe', 'tomorrow or never', '', '99', '32.13.', '(', '[a-z]+'])
    expect(readTime(text, now, locale), text).toBeUndefined()
})

test("text that isn't a time is rejected", () => {
  expect(readTime('soup', now, 'en')).toBeUndefined()
  expect(readTime('', now, 'en')).toBeUndefined()
})

test('presets are in the future and account for weekends', () => {
  expect(presets(now).map(({ day, at }) => `${day} ${local(at)}`)).toEqual([
    'today 11-20 16:00',
    'tomorrow 11-21 9:00',
    'tomorrow 11-21 16:00',
    'monday 11-23 9:00',
  ])
  expect(presets(new Date(2026, 10, 18, 15, 56)).map(({ day }) => day)).toEqual(['tomorrow', 'tomorrow'])
})
