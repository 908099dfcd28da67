import { assert, test } from 'vitest'
import { pathOf, rounded } from './chart.tsx'

test('pathOf leaves out unknown days and draws a single day as a dot', () => {
  assert.equal(
    pathOf([1, 2, null, 3], 10, (value) => value),
    'M5.0 1.0h.01L15.0 2.0M35.0 3.0h.01',
  )
  assert.equal(
    pathOf([null, null], 10, (value) => value),
    '',
  )
})

test('rounded returns a round number, at least the maximum', () => {
  assert.deepEqual([0, 1, 3, 5, 7, 10, 11, 99, 100, 4_321].map(rounded), [1, 1, 5, 5, 10, 10, 20, 100, 100, 5_000])
})
