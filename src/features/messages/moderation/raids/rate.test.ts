import { assert, test } from 'vitest'
import { Rate } from './rate.ts'
import { isMany, usualJoins } from './rules.ts'

const minuteMs = 60_000
const noon = Date.parse('2030-05-17T12:00:00Z')

test('a rate counts the last ten minutes, and the average of the day before them', () => {
  const rate = new Rate()
  for (let minute = -24 * 60; minute < 0; minute++) rate.note(noon + minute * minuteMs)
  assert.equal(rate.recent(noon - minuteMs), 10)
  assert.ok(Math.abs(rate.usual(noon - minuteMs) - 10) < 0.5)
  for (let count = 0; count < 40; count++) rate.note(noon)
  assert.equal(rate.recent(noon), 49)
  assert.ok(rate.usual(noon) < 10.5)
  assert.equal(rate.recent(noon + 11 * minuteMs), 0)
  assert.equal(rate.usual(noon + 26 * 60 * minuteMs), 0)
})

test('one person counts once a minute', () => {
  const rate = new Rate()
  for (let count = 0; count < 50; count++) rate.note(noon, 7)
  rate.note(noon, 8)
  assert.equal(rate.recent(noon), 2)
  rate.note(noon + minuteMs, 7)
  assert.equal(rate.recent(noon + minuteMs), 3)
})

test('counts survive a clock that’s set back', () => {
  const rate = new Rate()
  rate.note(noon + 60 * minuteMs)
  rate.note(noon)
  assert.equal(rate.recent(noon), 1)
})

test('people who joined in the week before the last ten minutes are usual', () => {
  const joined = (minutesAgo: number, botType: number | null = null) => ({
    joinedAt: new Date(noon - minutesAgo * minuteMs),
    botType,
  })
  const week = 7 * 24 * 60
  const steady = Array.from({ length: 2 * week }, (_, at) => joined(at / 2))
  assert.ok(Math.abs(usualJoins(steady, noon) - 20) < 0.1)
  const others = [joined(1), joined(week + 1), joined(100, 1)]
  assert.equal(usualJoins(others, noon), 0)
})

test('small numbers are never many, and large ones only if they’re unusual', () => {
  assert.ok(!isMany('joins', 9, 0))
  assert.ok(isMany('joins', 10, 0))
  assert.ok(!isMany('joins', 49, 10))
  assert.ok(isMany('joins', 50, 10))
  assert.ok(!isMany('stopped', 19, 1))
})
