import { assert, test } from 'vitest'
import { Rate } from './rate.ts'
import { baselineJoins, isUnusual } from './rules.ts'

const minuteMs = 60_000
const noon = Date.parse('2030-05-17T12:00:00Z')

test('a rate has a ten-minute count and a one-day average', () => {
  const rate = new Rate()
  for (let minute = -24 * 60; minute < 0; minute++) rate.record(noon + minute * minuteMs)
  assert.equal(rate.recent(noon - minuteMs), 10)
  assert.ok(Math.abs(rate.baseline(noon - minuteMs) - 10) < 0.5)
  for (let count = 0; count < 40; count++) rate.record(noon)
  assert.equal(rate.recent(noon), 49)
  assert.ok(rate.baseline(noon) < 10.5)
  assert.equal(rate.recent(noon + 11 * minuteMs), 0)
  assert.equal(rate.baseline(noon + 26 * 60 * minuteMs), 0)
})

test('each person counts once per minute', () => {
  const rate = new Rate()
  for (let count = 0; count < 50; count++) rate.record(noon, 7)
  rate.record(noon, 8)
  assert.equal(rate.recent(noon), 2)
  rate.record(noon + minuteMs, 7)
  assert.equal(rate.recent(noon + minuteMs), 3)
})

test('counts stay correct after the clock is set back', () => {
  const rate = new Rate()
  rate.record(noon + 60 * minuteMs)
  rate.record(noon)
  assert.equal(rate.recent(noon), 1)
})

test('the baseline counts joins in the last week, except the last ten minutes', () => {
  const joined = (minutesAgo: number, botType: number | null = null) => ({
    joinedAt: new Date(noon - minutesAgo * minuteMs),
    botType,
  })
  const week = 7 * 24 * 60
  const steady = Array.from({ length: 2 * week }, (_, at) => joined(at / 2))
  assert.ok(Math.abs(baselineJoins(steady, noon) - 20) < 0.1)
  const ignored = [joined(1), joined(week + 1), joined(100, 1)]
  assert.equal(baselineJoins(ignored, noon), 0)
})

test('low counts are never unusual, and high counts only above the baseline', () => {
  assert.ok(!isUnusual('joins', 9, 0))
  assert.ok(isUnusual('joins', 10, 0))
  assert.ok(!isUnusual('joins', 49, 10))
  assert.ok(isUnusual('joins', 50, 10))
  assert.ok(!isUnusual('blocked', 19, 1))
})
