import { expect, test } from 'vitest'
import { toned } from './toned.ts'

test.each([
  ['👍', '👍🏽'],
  ['☝️', '☝🏽'],
  ['🧑‍🚀', '🧑🏽‍🚀'],
  ['🕵️‍♂️', '🕵🏽‍♂️'],
  ['🧑‍🤝‍🧑', '🧑🏽‍🤝‍🧑🏽'],
  ['👩‍❤️‍👨', '👩🏽‍❤️‍👨🏽'],
  ['🤝', '🤝🏽'],
])('%s has a tone: %s', (sign, expected) => {
  expect(toned(sign, '1f3fd')).toBe(expected)
  expect(toned(sign, undefined)).toBe(sign)
})

test.each(['🙂', '❤️', '👨‍👩‍👧', '🏳️‍🌈', '🚀'])('%s has none', (sign) => {
  expect(toned(sign, '1f3fd')).toBe(sign)
})
