import fc from 'fast-check'
import { assert, describe, test } from 'vitest'
import { holds } from '../../test/harness/property.ts'
import { extended, isFilled, type Placement, placed, placedAtEnd, placedWhole, unplaced, wanted } from './placement.ts'
import { maxRows } from './window.ts'

const upTo = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index)
const sizeOf = () => 0

const content = {
  ids: upTo(200),
  openedAt: 200 as number | undefined,
  hasNewest: true,
  follows: false,
  scrolledTo: undefined as number | undefined,
  sizeOf,
  isRead: (_id: number) => true,
}

const rowsOf = ({ ids, window }: Placement) => ids.slice(window.from, window.to)
const opened = (changes: Partial<typeof content> = {}) => placed(unplaced, { ...content, ...changes })

describe('opening a feed', () => {
  test('rows around the opened message are shown, with it selected', () => {
    const placement = opened({ openedAt: 100 })
    assert.include(rowsOf(placement), 100)
    assert.isAbove(placement.window.from, 0)
    assert.isBelow(placement.window.to, 200)
    assert.equal(placement.selected, 100)
  })

  test('the unread line is above the oldest unread message', () => {
    assert.equal(opened({ isRead: (id) => id < 150 }).firstUnread, 150)
    assert.isUndefined(opened().firstUnread)
  })

  test('no rows are shown until the list is fetched', () => {
    assert.deepEqual(placed(unplaced, { ...content, ids: [], openedAt: undefined }), unplaced)
  })

  test('a deleted message is replaced by the oldest one', () => {
    assert.equal(opened({ openedAt: 1_000 }).window.from, 0)
  })
})

describe('a change of the list', () => {
  test('without new content changes nothing, and closing removes the rows', () => {
    const before = opened({ openedAt: 100 })
    assert.deepEqual(placed(before, { ...content, openedAt: 100, scrolledTo: 100 }), before)
    const closed = placed(before, { ...content, ids: [], openedAt: undefined })
    assert.deepEqual(rowsOf(closed), [])
  })

  test('older messages leave the rows unchanged', () => {
    const before = opened({ ids: upTo(200, 101), openedAt: 101 })
    const after = placed(before, { ...content, ids: upTo(300), openedAt: 101, scrolledTo: 101 })
    assert.deepEqual(rowsOf(after), rowsOf(before))
    assert.equal(after.window.from, 100)
  })

  test('a new message gets a row if the feed follows the end', () => {
    const whole = { ...opened(), window: { from: 80, to: 200 } }
    const after = placed(whole, { ...content, ids: upTo(201), scrolledTo: 200, follows: true })
    assert.deepEqual(after.window, { from: 81, to: 201 })
    const reading = placed(whole, { ...content, ids: upTo(201), scrolledTo: 200 })
    assert.deepEqual(reading.window, { from: 80, to: 200 })
  })

  test('messages after a gap get no rows even if the feed follows the end', () => {
    const whole = { ...opened(), window: { from: 80, to: 200 } }
    const after = placed(whole, { ...content, ids: upTo(201), hasNewest: false, scrolledTo: 200, follows: true })
    assert.equal(after.window.from, 80)
  })

  test('the selection and the unread line stay when messages arrive', () => {
    const before = opened({ openedAt: 150, isRead: (id) => id < 150 })
    const after = placed(before, { ...content, ids: upTo(250), openedAt: 150, scrolledTo: 150 })
    assert.equal(after.selected, 150)
    assert.equal(after.firstUnread, 150)
  })

  test('the first messages of an empty feed are all shown, none as unread', () => {
    const empty = opened({ ids: [], openedAt: 0 })
    const after = placed(empty, { ...content, ids: [7, 8], openedAt: 0, isRead: () => false })
    assert.deepEqual(rowsOf(after), [7, 8])
    assert.isUndefined(after.firstUnread)
    assert.isTrue(isFilled(empty, after))
    assert.isFalse(isFilled(unplaced, opened()))
  })

  test('deleting the last message removes all rows', () => {
    assert.deepEqual(opened({ ids: [], openedAt: 0 }).window, { from: 0, to: 0 })
    const emptied = placed(opened({ openedAt: 100 }), { ...content, ids: [], scrolledTo: 100, openedAt: 100 })
    assert.deepEqual(emptied.window, { from: 0, to: 0 })
  })
})

describe('opening an open feed elsewhere', () => {
  const before = opened({ openedAt: 100 })

  test('a message without a row gets new rows around it', () => {
    const after = placed(before, { ...content, openedAt: 10, scrolledTo: 100 })
    assert.include(rowsOf(after), 10)
    assert.equal(after.selected, 10)
  })

  test('a message fetched together with others before the rows gets rows around it', () => {
    const end = { ...opened({ ids: upTo(40, 34), openedAt: 73 }), window: { from: 0, to: 40 } }
    const after = placed(end, { ...content, ids: upTo(71, 3), openedAt: 33, scrolledTo: 73 })
    assert.include(rowsOf(after), 33)
    assert.equal(after.selected, 33)
  })

  test('opening a message that has a row selects it and keeps the rows', () => {
    const after = placed(before, { ...content, openedAt: 101, scrolledTo: 100 })
    assert.deepEqual(after.window, before.window)
    assert.equal(after.selected, 101)
  })

  test('following the same link again brings its rows back', () => {
    const scrolledAway = { ...before, window: { from: 150, to: 190 } }
    assert.deepEqual(placed(scrolledAway, { ...content, openedAt: 100, scrolledTo: 100 }).window, scrolledAway.window)
    // -1: the same link was followed again
    assert.include(rowsOf(placed(scrolledAway, { ...content, openedAt: 100, scrolledTo: -1 })), 100)
  })

  test('the end has rows and the newest message selected', () => {
    const after = placedAtEnd(before, content.ids)
    assert.equal(rowsOf(after).at(-1), 200)
    assert.equal(after.selected, 200)
    assert.deepEqual(placedAtEnd(unplaced, []), unplaced)
  })

  test('a printout has a row for every message', () => {
    assert.deepEqual(rowsOf(placedWhole(before)), content.ids)
  })
})

describe('rendering ahead', () => {
  const middle = { ...opened(), window: { from: 80, to: 120 } }
  const height = 100

  test('rows are added at an edge less than two screens away', () => {
    assert.equal(wanted(middle, { above: 199, height, below: 200 }).rows, 'up')
    assert.equal(wanted(middle, { above: 200, height, below: 199 }).rows, 'down')
    assert.isUndefined(wanted(middle, { above: 200, height, below: 200 }).rows)
  })

  test('rows are added at the nearer edge first', () => {
    assert.equal(wanted(middle, { above: 50, height, below: 40 }).rows, 'down')
    assert.equal(wanted(middle, { above: 40, height, below: 40 }).rows, 'up')
  })

  test('no rows are added where the list ends', () => {
    const whole = { ...middle, window: { from: 0, to: 200 } }
    assert.isUndefined(wanted(whole, { above: 0, height, below: 0 }).rows)
    assert.equal(wanted({ ...middle, window: { from: 0, to: 120 } }, { above: 0, height, below: 0 }).rows, 'down')
  })

  test('messages are fetched near an edge with fewer than 150 in memory', () => {
    const near = { above: 0, height, below: 0 }
    const long = { ...middle, ids: upTo(400) }
    assert.include(wanted({ ...long, window: { from: 149, to: 250 } }, near), { older: true, newer: false })
    assert.include(wanted({ ...long, window: { from: 150, to: 251 } }, near), { older: false, newer: true })
    assert.include(wanted(middle, { above: 200, height, below: 200 }), { older: false, newer: false })
  })

  test('growing keeps the window ordered, bounded, and next to its old rows', () =>
    holds(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('up' as const, 'down' as const), fc.nat(60)), { maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        (steps, openedAt) => {
          let placement = opened({ openedAt })
          for (const [direction, spare] of steps) {
            const next = extended(placement, { direction, spare, sizeOf })
            const { from, to } = next.window
            assert.isAtLeast(from, 0)
            assert.isBelow(from, to)
            assert.isAtMost(to, 200)
            assert.isAtMost(to - from, maxRows)
            assert.isTrue(rowsOf(next).some((id) => rowsOf(placement).includes(id)))
            placement = next
          }
        },
      ),
      { runs: 300 },
    ))
})
