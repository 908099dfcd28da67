import fc from 'fast-check'
import { assert, test } from 'vitest'
import { holds } from '../../test/harness/property.ts'
import { nearRows, runsOf } from './near-rows.ts'

const viewport = fc.record({
  count: fc.nat(2_000),
  top: fc.integer({ min: -5_000, max: 60_000 }),
  height: fc.integer({ min: 100, max: 2_000 }),
  rowHeight: fc.integer({ min: 20, max: 60 }),
  taller: fc.option(fc.tuple(fc.nat(2_000), fc.nat(5_000)), { nil: undefined }).map((one) => new Map(one ? [one] : [])),
})

test('all visible rows are rendered, and few that are far away', () =>
  holds(
    fc.property(viewport, (seen) => {
      const { count, top, height, rowHeight, taller } = seen
      const { from, to } = nearRows(seen)
      let y = 0
      for (let index = 0; index < count; index++) {
        const end = y + rowHeight + (taller.get(index) ?? 0)
        if (end > top && y < top + height) assert.isTrue(from <= index && index < to, `row ${index} of ${from}-${to}`)
        y = end
      }
      assert.isAtMost(to - from, (3 * height) / rowHeight + 36)
    }),
    { runs: 300 },
  ))

test('rendered rows and gaps add up to the list, with the required rows', () =>
  holds(
    fc.property(
      fc.nat(500),
      fc.nat(500),
      fc.nat(100),
      fc.array(fc.integer({ min: -1, max: 600 }), { maxLength: 3 }),
      (count, start, size, always) => {
        const near = { from: Math.min(start, count), to: Math.min(start + size, count) }
        const runs = runsOf(count, near, always)
        let next = 0
        for (const { from, to } of runs) {
          assert.equal(from, next)
          assert.isBelow(from, to)
          next = to
        }
        assert.equal(next, count)
        const isDrawn = (index: number) => runs.some(({ from, to, isDrawn }) => isDrawn && from <= index && index < to)
        for (const index of always) if (index >= 0 && index < count) assert.isTrue(isDrawn(index))
        for (let index = near.from; index < near.to; index++) assert.isTrue(isDrawn(index))
      },
    ),
    { runs: 300 },
  ))
