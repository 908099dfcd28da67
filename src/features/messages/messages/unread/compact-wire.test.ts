import fc from 'fast-check'
import { assert, test } from 'vitest'
import { holds } from '../../../../../test/harness/property.ts'
import { packIds, unpackIds } from './compact-wire.ts'

const ids = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 2 ** 52 })), { maxLength: 200 })
  .map((list) => list.sort((a, b) => a - b))

test('packed message IDs are read as they were', () =>
  holds(
    fc.property(ids, (list) => {
      const text = packIds(list)
      assert.match(text, /^[\w-]*$/)
      assert.deepEqual(unpackIds(text), list)
    }),
    { runs: 500, examples: [[[]], [[31, 32, 64, 1_056]], [[2 ** 31, 2 ** 31 + 1, 2 ** 52]]] },
  ))

test('an ID near the one before takes one character, and the next ones two', () => {
  assert.deepEqual([packIds([1]), packIds([1, 32]), packIds([1, 33]), packIds([1, 1_024])], ['B', 'Bf', 'BgB', 'B_f'])
})
