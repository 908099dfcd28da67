import { expect, test } from 'vitest'
import { presets, readTime } from './when.ts'

/** A Friday, in whatever zone the machine is. */
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
])('%s is understood', (text, expected) => {
  expect(local(readTime(text, now))).toBe(expected)
})

test('what is no time is not understood', () => {
  expect(readTime('soup', now)).toBeUndefined()
  expect(readTime('', now)).toBeUndefined()
})

test('presets lie ahead, and know the weekend', () => {
  expect(presets(now).map(({ day, at }) => `${day} ${local(at)}`)).toEqual([
    'today 11-20 16:00',
    'tomorrow 11-21 9:00',
    'tomorrow 11-21 16:00',
    'monday 11-23 9:00',
  ])
  expect(presets(new Date(2026, 10, 18, 15, 56)).map(({ day }) => day)).toEqual(['tomorrow', 'tomorrow'])
})
