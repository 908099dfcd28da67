import fc from 'fast-check'
import { assert, test } from 'vitest'
import { holds } from '../../test/harness/property.ts'
import { around, grown, kept, maxRows, stepSize } from './window.ts'

const ids = fc.uniqueArray(fc.nat(2_000), { minLength: 1, maxLength: 400 }).map((list) => list.sort((a, b) => a - b))

test('whatever comes and goes, some rows are drawn, never too many, and always in order', () =>
  holds(
    fc.property(
      ids,
      ids,
      fc.nat(400),
      fc.array(fc.constantFrom('up', 'down'), { maxLength: 20 }),
      fc.boolean(),
      (before, after, at, ways, follows) => {
        let window = around(Math.min(at, before.length - 1), before.length)
        for (const way of ways as ('up' | 'down')[]) window = grown(window, { direction: way, count: before.length })
        const next = kept(before, window, after, follows)
        for (const { from, to } of [window, next]) {
          assert.isAtLeast(from, 0)
          assert.isBelow(from, to)
          assert.isAtMost(to - from, maxRows)
        }
        assert.isAtMost(next.to, after.length)
      },
    ),
    { runs: 500 },
  ))

test('at first a screen is drawn around the opened row, less of what is long', () => {
  assert.deepEqual(around(50, 100), { from: 38, to: 74 })
  assert.deepEqual(around(99, 100), { from: 64, to: 100 })
  assert.deepEqual(around(0, 100), { from: 0, to: 36 })
  assert.deepEqual(around(1, 3), { from: 0, to: 3 })
  assert.deepEqual(around(50, 100, { sizeOf: () => 450 }), { from: 47, to: 56 })
  assert.deepEqual(around(50, 100, { sizeOf: () => 100_000 }), { from: 50, to: 51 })
})

test('rows that stay are drawn as before; older ones do not push them out', () =>
  holds(
    fc.property(ids, fc.nat(400), fc.integer({ min: 1, max: 300 }), (all, at, older) => {
      const before = all.map((id) => id + 1_000)
      const window = around(Math.min(at, before.length - 1), before.length)
      const after = [...Array.from({ length: older }, (_, index) => index), ...before]
      const next = kept(before, window, after, false)
      assert.deepEqual(after.slice(next.from, next.to), before.slice(window.from, window.to))
    }),
    { runs: 300 },
  ))

test('at the end what comes is drawn, also when first rows must go for it', () => {
  const before = Array.from({ length: 130 }, (_, index) => index)
  const window = { from: 10, to: 130 }
  const after = [...before, 130, 131]
  assert.deepEqual(kept(before, window, after, true), { from: 12, to: 132 })
})

test('a step is one row, or rows that have little to say together', () =>
  holds(
    fc.property(
      fc.array(fc.oneof(fc.nat(3_000), fc.nat(200_000)), { minLength: 2, maxLength: 300 }),
      fc.nat(300),
      fc.constantFrom('up' as const, 'down' as const),
      (sizes, at, direction) => {
        const before = around(Math.min(at, sizes.length - 1), sizes.length, { lines: Math.ceil(sizes.length / 2) })
        const after = grown(before, { direction, count: sizes.length, sizeOf: (index) => sizes[index] as number })
        const come = direction === 'up' ? sizes.slice(after.from, before.from) : sizes.slice(before.to, after.to)
        const isAtEdge = direction === 'up' ? before.from === 0 : before.to === sizes.length
        assert.equal(come.length === 0, isAtEdge)
        if (come.length > 1)
          assert.isAtMost(
            come.reduce((sum, size) => sum + size, 0),
            stepSize,
          )
      },
    ),
    { runs: 300 },
  ))
