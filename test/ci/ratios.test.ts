import { test } from 'vitest'
import { assert } from '#test'
import { below, compare, cpu, type Measure, rate, table } from '../../bench/against/measure.ts'

const measured = (cpuMs: number, perSecond: number): Measure[] => [
  cpu('a message', 'ms', cpuMs),
  rate('messages', perSecond),
]

test('ratios above 1 mean that the working tree is better, and show their spread', () => {
  const rounds = [
    { here: measured(2, 300), there: measured(3, 200) },
    { here: measured(2, 100), there: measured(1, 200) },
    { here: measured(4, 200), there: measured(4, 200) },
  ]
  const comparisons = compare(rounds)
  assert.deepEqual(
    comparisons.map(({ what, here, there, ratios }) => ({ what, here, there, ratios })),
    [
      { what: 'a message', here: 2, there: 3, ratios: [0.5, 1, 1.5] },
      { what: 'messages', here: 200, there: 200, ratios: [0.5, 1, 1.5] },
    ],
  )
  assert.ok(table(comparisons, 'v1').includes('| a message | ms | 3.00 | 2.00 | 0.50 / **1.00** / 1.50 |'))
})

test('only CPU times below the limit fail a comparison', () => {
  const comparisons = compare([{ here: measured(2, 100), there: measured(1, 200) }])
  assert.deepEqual(
    below(comparisons, 0.9).map(({ what }) => what),
    ['a message'],
  )
  assert.deepEqual(below(comparisons, 0.5), [])
})

test('what only one of two builds can measure is left out', () => {
  assert.deepEqual(compare([{ here: measured(1, 1), there: [] }]), [])
})
