import fc from 'fast-check'
import { assert, expect, test } from 'vitest'
import { explorationPatience, holds } from '../../../../test/harness/property.ts'
import { instantOf, localDay } from './local-time.ts'
import { quietAt } from './quiet-hours-states.ts'
import { nothingQuiet } from './states.ts'
import type { QuietSpan, QuietTime } from './wire.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const night: QuietSpan = { weekdays: everyDay, from: '22:00', to: '07:00' }
const at = (iso: string) => Date.parse(iso)
const withHours = (...hours: QuietSpan[]): QuietTime => ({ ...nothingQuiet, hours })
const told = (time: QuietTime, zone: string, iso: string) => {
  const { until, next } = quietAt(time, zone, at(iso))
  return [until && new Date(until).toISOString(), new Date(next).toISOString()]
}

test('quiet hours continue past midnight from the weekday they begin on', () => {
  const friday = withHours({ weekdays: [5], from: '22:00', to: '07:00' })
  // 2026-05-08 is a Friday
  expect(told(friday, 'Asia/Kolkata', '2026-05-08T16:29:00Z')[0]).toBeNull()
  expect(told(friday, 'Asia/Kolkata', '2026-05-08T16:30:00Z')).toEqual([
    '2026-05-09T01:30:00.000Z',
    '2026-05-09T01:30:00.000Z',
  ])
  expect(told(friday, 'Asia/Kolkata', '2026-05-09T01:29:59.999Z')[0]).toBe('2026-05-09T01:30:00.000Z')
  expect(told(friday, 'Asia/Kolkata', '2026-05-09T01:30:00Z')[0]).toBeNull()
  expect(told(friday, 'Asia/Kolkata', '2026-05-07T18:00:00Z')).toEqual([null, '2026-05-08T16:30:00.000Z'])
})

test('several ranges in a day all count, and adjacent ones merge', () => {
  const hours = withHours(
    { weekdays: everyDay, from: '12:00', to: '13:00' },
    { weekdays: everyDay, from: '22:00', to: '00:00' },
    { weekdays: everyDay, from: '00:00', to: '06:00' },
    { weekdays: [6], from: '05:00', to: '05:00' },
  )
  expect(told(hours, '', '2026-05-07T12:30:00Z')[0]).toBe('2026-05-07T13:00:00.000Z')
  expect(told(hours, '', '2026-05-06T22:30:00Z')[0]).toBe('2026-05-07T06:00:00.000Z')
  // Saturday from five to five, and the nights before and after
  expect(told(hours, '', '2026-05-08T23:00:00Z')[0]).toBe('2026-05-10T06:00:00.000Z')
  expect(told(hours, '', '2026-05-07T13:00:00Z')).toEqual([null, '2026-05-07T22:00:00.000Z'])
})

test('quiet hours are an hour shorter when clocks are set forward', () => {
  expect(told(withHours(night), 'Europe/Berlin', '2026-03-28T22:00:00Z')[0]).toBe('2026-03-29T05:00:00.000Z')
  // 02:30 is skipped: it counts as the moment of the change
  const odd = withHours({ weekdays: [7], from: '01:00', to: '02:30' })
  expect(told(odd, 'Europe/Berlin', '2026-03-29T00:30:00Z')[0]).toBe('2026-03-29T01:00:00.000Z')
  const late = withHours({ weekdays: [7], from: '02:30', to: '04:00' })
  expect(told(late, 'Europe/Berlin', '2026-03-29T00:30:00Z')).toEqual([null, '2026-03-29T01:00:00.000Z'])
  expect(told(late, 'Europe/Berlin', '2026-03-29T01:00:00Z')[0]).toBe('2026-03-29T02:00:00.000Z')
})

test('quiet hours are an hour longer when clocks are set back', () => {
  expect(told(withHours(night), 'Europe/Berlin', '2026-10-24T21:00:00Z')[0]).toBe('2026-10-25T06:00:00.000Z')
  // 02:30 occurs twice: the first one counts
  const odd = withHours({ weekdays: [7], from: '01:00', to: '02:30' })
  expect(told(odd, 'Europe/Berlin', '2026-10-24T23:30:00Z')[0]).toBe('2026-10-25T00:30:00.000Z')
  expect(told(withHours(night), 'America/New_York', '2026-11-01T05:30:00Z')[0]).toBe('2026-11-01T12:00:00.000Z')
  expect(told(withHours(night), 'Australia/Lord_Howe', '2026-04-04T14:00:00Z')[0]).toBe('2026-04-04T20:30:00.000Z')
})

test('ended quiet hours count again when they next begin', () => {
  const ended: QuietTime = { ...withHours(night), ended_until: at('2026-05-09T07:00:00Z') / 1000 }
  expect(told(ended, 'UTC', '2026-05-08T23:00:00Z')).toEqual([null, '2026-05-09T22:00:00.000Z'])
  expect(told(ended, 'UTC', '2026-05-09T23:00:00Z')[0]).toBe('2026-05-10T07:00:00.000Z')
})

test('a pause and adjacent hours are one quiet time', () => {
  const paused: QuietTime = { ...withHours(night), paused_until: at('2026-05-08T22:30:00Z') / 1000 }
  expect(told(paused, 'UTC', '2026-05-08T20:00:00Z')[0]).toBe('2026-05-09T07:00:00.000Z')
  expect(told({ ...paused, hours: [] }, 'UTC', '2026-05-08T20:00:00Z')[0]).toBe('2026-05-08T22:30:00.000Z')
  expect(told({ ...paused, hours: [] }, 'UTC', '2026-05-08T22:30:00Z')[0]).toBeNull()
})

test('an unknown zone is UTC, and permanent quiet time is checked again', () => {
  expect(told(withHours(night), 'Nowhere/Land', '2026-05-08T22:00:00Z')[0]).toBe('2026-05-09T07:00:00.000Z')
  const always = quietAt(
    withHours({ weekdays: everyDay, from: '00:00', to: '00:00' }),
    'UTC',
    at('2026-05-08T22:00:00Z'),
  )
  assert.isAbove(always.until ?? 0, at('2026-05-15T00:00:00Z'))
})

const zones = ['UTC', 'Asia/Kathmandu', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia']
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const span = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  from: clock,
  to: clock,
})
const moment = fc.integer({ min: at('2025-01-01T00:00:00Z') / 60_000, max: at('2029-01-01T00:00:00Z') / 60_000 })

test('results match local clock times where no clock was set', { timeout: explorationPatience }, async () => {
  await holds(
    fc.property(
      fc.array(span, { maxLength: 5 }),
      fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Phoenix'),
      moment,
      (hours, zone, minutes) => {
        const now = minutes * 60_000
        const parts = new Intl.DateTimeFormat('en-GB', {
          timeZone: zone,
          weekday: 'short',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        }).formatToParts(now)
        const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
        const today = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1
        const yesterday = today === 1 ? 7 : today - 1
        const shown = `${part('hour')}:${part('minute')}`
        const isQuiet = hours.some(({ weekdays, from, to }) =>
          to > from
            ? weekdays.includes(today) && from <= shown && shown < to
            : (weekdays.includes(today) && from <= shown) || (weekdays.includes(yesterday) && shown < to),
        )
        assert.equal(quietAt(withHours(...hours), zone, now).until !== null, isQuiet)
      },
    ),
    { runs: 300 },
  )
})

test('the result changes at `next` and not before', { timeout: explorationPatience }, async () => {
  await holds(
    fc.property(
      fc.array(span, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...zones),
      moment,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (hours, zone, minutes, part) => {
        const now = minutes * 60_000
        const time = withHours(...hours)
        const { until, next } = quietAt(time, zone, now)
        assert.isAbove(next, now)
        const between = Math.floor(now + part * (next - 1 - now))
        assert.equal(quietAt(time, zone, between).until !== null, until !== null)
        if (next < now + 6 * 86_400_000) assert.notEqual(quietAt(time, zone, next).until !== null, until !== null)
      },
    ),
    { runs: 300 },
  )
})

test('every local time maps to an instant on the same local day', { timeout: explorationPatience }, async () => {
  await holds(
    fc.property(fc.constantFrom(...zones), moment, fc.integer({ min: 0, max: 1439 }), (zone, minutes, ofDay) => {
      const day = localDay(zone, minutes * 60_000)
      assert.equal(localDay(zone, instantOf(zone, day, ofDay)), day)
    }),
    { runs: 300 },
  )
})
