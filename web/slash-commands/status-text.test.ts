import { expect, test } from 'vitest'
import { splitStatus } from './status-text.ts'

test.each([
  ['lunch', undefined, 'lunch'],
  [':pizza: lunch', { name: 'pizza' }, 'lunch'],
  ['🍕 lunch', { sign: '🍕' }, 'lunch'],
  ['🍕lunch', { sign: '🍕' }, 'lunch'],
  ['👩🏽‍💻', { sign: '👩🏽‍💻' }, ''],
  ['🇫🇷 Paris', { sign: '🇫🇷' }, 'Paris'],
  ['1️⃣ first', { sign: '1️⃣' }, 'first'],
  ['1 on 1', undefined, '1 on 1'],
  [':pizza:lunch', undefined, ':pizza:lunch'],
  ['12:30: lunch', undefined, '12:30: lunch'],
  ['昼食 🍕', undefined, '昼食 🍕'],
])('the status “%s” splits into an emoji and text', (text, emoji, words) => {
  expect(splitStatus(text)).toEqual({ ...(emoji ? { emoji } : {}), words })
})
