import { expect, test } from 'vitest'
import { begin, rebased, type Version, wishOf } from './scheduled-change.ts'

const before: Version = {
  text: 'Hello',
  target: { kind: 'topic', channelId: 1, topic: 'plans' },
  at: 1_900_000_020,
  failed: false,
}
const soon = new Date('2030-03-17T18:00:00Z')

test('nothing is asked for that nobody touched, and only what somebody did', () => {
  const change = begin(before)
  expect(wishOf(change, soon)).toEqual({})
  expect(wishOf({ ...change, text: 'Hi' }, soon)).toEqual({ content: 'Hi' })
  expect(wishOf({ ...change, target: { kind: 'direct', userIds: [7] } }, soon)).toEqual({ type: 'direct', to: [7] })
  expect(wishOf({ ...change, time: { words: 'tomorrow 9', picked: '' } }, soon)).toEqual({
    scheduled_delivery_timestamp: soon.getTime() / 1000,
  })
})

test('what others change is as it is there; what both change is mine, and told', () => {
  const mine = { ...begin(before), text: 'Mine' }
  const moved = rebased(mine, { ...before, at: before.at + 3600 })
  expect(moved).toMatchObject({ text: 'Mine' })
  expect(moved.other).toBeUndefined()
  expect(wishOf(moved, soon)).toEqual({ content: 'Mine' })
  const theirs = { ...before, text: 'Theirs' }
  const disputed = rebased(mine, theirs)
  expect(disputed).toMatchObject({ text: 'Mine', other: theirs })
  expect(wishOf(disputed, soon)).toEqual({ content: 'Mine' })
  const untouched = rebased(begin(before), theirs)
  expect(untouched.text).toBe('Theirs')
  expect(untouched.other).toBeUndefined()
})

test('the same change made twice is no dispute', () => {
  const mine = { ...begin(before), text: 'Same' }
  const after = rebased(mine, { ...before, text: 'Same' })
  expect(after.other).toBeUndefined()
  expect(wishOf(after, soon)).toEqual({})
  expect(rebased(mine, before)).toBe(mine)
})

test('one that has failed has no time until somebody names one', () => {
  expect(begin({ ...before, failed: true }).time).toEqual({ words: '', picked: '' })
})
