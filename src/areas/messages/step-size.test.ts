import { assert, test } from 'vitest'
import { StepSize } from './step-size.ts'

/** Steps of a machine that takes so long for a step and for each of its messages; how many messages each had. */
function sizesOn(millisecondsOf: (messages: number, step: number) => number, steps = 12): number[] {
  let time = 0
  const size = new StepSize({ first: 100, least: 50, most: 500 }, () => time)
  return Array.from({ length: steps }, (_, step) => {
    const { count: messages } = size
    size.begin()
    time += millisecondsOf(messages, step)
    size.end()
    return messages
  })
}

test('steps become as large as takes fifty milliseconds', () => {
  const sizes = sizesOn((messages) => 2 + messages * 0.3)
  const [last] = sizes.slice(-1) as [number]
  assert.ok(Math.abs(2 + last * 0.3 - 50) < 2, `${sizes}`)
})

test('a fast machine has the largest steps, a slow one the smallest', () => {
  assert.equal(sizesOn((messages) => messages * 0.01).at(-1), 500)
  assert.equal(sizesOn((messages) => messages * 10).at(-1), 50)
})

test('a step that took long makes the next half as large', () => {
  const sizes = sizesOn((messages, step) => (step === 5 ? 5_000 : messages * 0.25))
  assert.deepEqual(sizes.slice(4), [200, 200, 100, 200, 200, 200, 200, 200])
})
