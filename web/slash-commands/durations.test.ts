import { expect, test } from 'vitest'
import { latinDigits, readDuration } from './durations.ts'

test.each([
  ['en', '30m', 30],
  ['en', '30 min', 30],
  ['en', '2 hours', 120],
  ['en', '1h30m', 90],
  ['en', '1 hour, 30 minutes', 90],
  ['en', '1.5 hours', 90],
  ['en', 'an hour', 60],
  ['en', 'half an hour', 30],
  ['en', 'a day', 1_440],
  ['en', '2 Weeks', 20_160],
  ['de', '2 Stunden', 120],
  ['de', '1,5 Std.', 90],
  ['de', '3 Tage', 4_320],
  ['de', '2h', 120],
  ['fr', '2 heures', 120],
  ['es', '45 minutos', 45],
  ['pt-BR', '1 semana', 10_080],
  ['ja', '2時間', 120],
  ['ja', '１時間３０分', 90],
  ['zh-Hans', '30 分钟', 30],
  ['ar', 'ساعة', 60],
  ['ar', 'ساعتان', 120],
  ['ar', '٣ ساعات', 180],
])('in %s, %s is a duration', (language, text, minutes) => {
  expect(readDuration(text, language)).toBe(minutes * 60_000)
})

test.each([
  '',
  '30',
  'hours',
  'm',
  '0 m',
  'lunch',
  '2 lunches',
  '1 hour lunch',
  '-1 hour',
  '1:30',
  '999999 days',
  '2h!',
  '🍕',
])('“%s” isn’t a duration', (text) => {
  expect(readDuration(text, 'en')).toBeUndefined()
})

test('digits of other scripts are converted', () => {
  expect(latinDigits('١٧:٣٠ １７:３０ ۹')).toBe('17:30 17:30 9')
})
