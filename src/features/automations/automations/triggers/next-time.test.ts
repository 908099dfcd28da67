import { assert, test } from 'vitest'
import { nextTime } from './next-time.ts'
import type { ScheduleOut } from './schedule-input.ts'

const schedule = (more: Partial<ScheduleOut>): ScheduleOut => ({
  kind: 'schedule',
  repeat: 'daily',
  weekdays: [],
  day: 1,
  time: '09:30',
  timezone: 'UTC',
  ...more,
})

/** The next times after an instant. */
function times(more: Partial<ScheduleOut>, after: string, count: number): string[] {
  const found: string[] = []
  let last = new Date(after)
  while (found.length < count) {
    const next = nextTime(schedule(more), last)
    if (!next) break
    found.push(next.toISOString().slice(0, 16))
    last = next
  }
  return found
}

test('a local time stays the same when the clocks change', () => {
  assert.deepEqual(times({ timezone: 'Europe/Berlin' }, '2027-03-27T00:00:00Z', 3), [
    '2027-03-27T08:30',
    '2027-03-28T07:30',
    '2027-03-29T07:30',
  ])
  assert.deepEqual(times({ timezone: 'America/New_York' }, '2027-11-06T00:00:00Z', 3), [
    '2027-11-06T13:30',
    '2027-11-07T14:30',
    '2027-11-08T14:30',
  ])
  assert.deepEqual(times({ timezone: 'Australia/Lord_Howe' }, '2027-04-02T12:00:00Z', 3), [
    '2027-04-02T22:30',
    '2027-04-03T23:00',
    '2027-04-04T23:00',
  ])
})

test('a time that the clock skips runs when the clock is set forward', () => {
  assert.deepEqual(times({ timezone: 'Europe/Berlin', time: '02:30' }, '2027-03-27T12:00:00Z', 2), [
    '2027-03-28T01:00',
    '2027-03-29T00:30',
  ])
  assert.deepEqual(times({ timezone: 'America/New_York', time: '02:15' }, '2027-03-13T12:00:00Z', 2), [
    '2027-03-14T07:00',
    '2027-03-15T06:15',
  ])
  assert.deepEqual(times({ timezone: 'Australia/Lord_Howe', time: '02:15' }, '2027-10-02T00:00:00Z', 2), [
    '2027-10-02T15:30',
    '2027-10-03T15:15',
  ])
})

test('a time that occurs twice runs once', () => {
  assert.deepEqual(times({ timezone: 'Europe/Berlin', time: '02:30' }, '2027-10-30T12:00:00Z', 2), [
    '2027-10-31T00:30',
    '2027-11-01T01:30',
  ])
  assert.deepEqual(times({ timezone: 'America/New_York', time: '01:30' }, '2027-11-06T12:00:00Z', 2), [
    '2027-11-07T05:30',
    '2027-11-08T06:30',
  ])
  assert.deepEqual(times({ timezone: 'Australia/Lord_Howe', time: '01:45' }, '2027-04-02T18:00:00Z', 2), [
    '2027-04-03T14:45',
    '2027-04-04T15:15',
  ])
})

test('weekdays, days of the week, and days of the month repeat', () => {
  assert.deepEqual(times({ repeat: 'weekdays' }, '2027-01-01T00:00:00Z', 3), [
    '2027-01-01T09:30',
    '2027-01-04T09:30',
    '2027-01-05T09:30',
  ])
  assert.deepEqual(times({ repeat: 'weekly', weekdays: [7, 3] }, '2027-01-01T00:00:00Z', 3), [
    '2027-01-03T09:30',
    '2027-01-06T09:30',
    '2027-01-10T09:30',
  ])
  assert.deepEqual(times({ repeat: 'monthly', day: 31 }, '2028-01-31T09:30:00Z', 3), [
    '2028-02-29T09:30',
    '2028-03-31T09:30',
    '2028-04-30T09:30',
  ])
})

test('the next time is after the given one', () => {
  assert.deepEqual(times({}, '2027-01-01T09:30:00Z', 1), ['2027-01-02T09:30'])
  assert.deepEqual(times({ timezone: 'Pacific/Kiritimati', time: '00:05' }, '2027-01-01T09:30:00Z', 1), [
    '2027-01-01T10:05',
  ])
})
