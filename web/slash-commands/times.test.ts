import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languagesIn, readCatalog } from '../../scripts/messages/catalogs.mjs'
import { phrasesIn, readEnd, readWhen, splitWhen } from './times.ts'

const folder = join(import.meta.dirname, '../texts')
/** A Friday in the local time zone. */
const now = new Date(2026, 10, 20, 14, 0)
const local = (at: Date | undefined) =>
  at && `${at.getMonth() + 1}-${at.getDate()} ${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`

test.each([
  ['in 2 hours call the bank', '11-20 16:00', 'call the bank'],
  ['2 hours call the bank', '11-20 16:00', 'call the bank'],
  ['30m tea', '11-20 14:30', 'tea'],
  ['tomorrow 9:00 buy 2 lemons', '11-21 9:00', 'buy 2 lemons'],
  ['tomorrow 9 call Zoë 🎂', '11-21 9:00', 'call Zoë 🎂'],
  ['tomorrow call the bank', '11-21 9:00', 'call the bank'],
  ['monday 16 stand-up', '11-23 16:00', 'stand-up'],
  ['17:30 leave', '11-20 17:30', 'leave'],
  ['9:00 stand-up', '11-21 9:00', 'stand-up'],
  ['24 Dec 18:30 presents', '12-24 18:30', 'presents'],
  ['call the bank in 2 hours', '11-20 16:00', 'call the bank'],
  ['call the bank tomorrow at 9:00', '11-21 9:00', 'call the bank'],
  ['tomorrow 9:00\nfirst line\nsecond line', '11-21 9:00', 'first line\nsecond line'],
  ['in 2 hours', '11-20 16:00', ''],
])('“%s” has a time and a note', (text, at, rest) => {
  const found = splitWhen(text, now, 'en-US')
  expect([local(found?.at), found?.rest]).toEqual([at, rest])
})

test.each([
  ['de', 'morgen um 9 die Bank anrufen', '11-21 9:00', 'die Bank anrufen'],
  ['de', 'in 2 Stunden Brot kaufen', '11-20 16:00', 'Brot kaufen'],
  ['fr', 'demain à 9 appeler la banque', '11-21 9:00', 'appeler la banque'],
  ['ja', '明日 9:00 銀行に電話', '11-21 9:00', '銀行に電話'],
  ['ja', '2時間後に銀行に電話', '11-20 16:00', '銀行に電話'],
])('in %s, “%s” has a time and a note', (language, text, at, rest) => {
  const found = splitWhen(text, now, language)
  expect([local(found?.at), found?.rest]).toEqual([at, rest])
})

test.each(['', 'call the bank', 'lunch with Ben', '🍕', 'a'.repeat(10_000)])('%.20s has no time', (text) => {
  expect(splitWhen(text, now, 'en')).toBeUndefined()
})

test.each([
  ['lunch for 1 hour', 'lunch', '11-20 15:00'],
  ['lunch for 30m', 'lunch', '11-20 14:30'],
  ['lunch until 15:30', 'lunch', '11-20 15:30'],
  ['away until monday', 'away', '11-23 9:00'],
  ['waiting for Ben for 2 hours', 'waiting for Ben', '11-20 16:00'],
  ['until tomorrow', '', '11-21 9:00'],
  ['🍕 UNTIL 17:00', '🍕', '11-20 17:00'],
])('“%s” has an end time', (text, before, at) => {
  const found = readEnd(text, now, 'en-US')
  expect([found?.before, local(found?.at)]).toEqual([before, at])
})

test.each(['lunch', 'waiting for Ben', 'until', 'for', 'until then', 'reading chapter 17', 'İstanbul', 'in 5 minutes'])(
  '“%s” has no end time',
  (text) => {
    expect(readEnd(text, now, 'en')).toBeUndefined()
  },
)

test('the parser understands the examples in every language', () => {
  for (const language of languagesIn(folder)) {
    const texts = readCatalog(folder, language).messages
    const example = (name: string) => texts.get(`slash.${name}`) ?? ''
    const withTime = (name: string) => (time: string) => example(name).replace('{time}', time)
    const phrases = phrasesIn({ forTime: withTime('forTime'), untilTime: withTime('untilTime') })
    const inTwoHours = splitWhen(example('remindExample'), now, language)
    expect(local(inTwoHours?.at), language).toBe('11-20 16:00')
    expect(inTwoHours?.rest, language).not.toBe('')
    expect(local(readWhen(example('endExample'), now, language)), language).toBe('11-20 15:00')
    expect(local(readEnd(example('statusExample'), now, language, phrases)?.at), language).toBe('11-20 15:00')
    const until = readEnd(`🍕 ${withTime('untilTime')('15:30')}`, now, language, phrases)
    expect([until?.before, local(until?.at)], language).toEqual(['🍕', '11-20 15:30'])
  }
})
