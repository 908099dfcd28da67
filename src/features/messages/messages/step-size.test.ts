import { assert, test } from 'vitest'
import { StepSize } from './step-size.ts'

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

test('step sizes settle at fifty milliseconds', () => {
  const sizes = sizesOn((messages) => 2 + messages * 0.3)
  const [last] = sizes.slice(-1) as [number]
  assert.ok(Math.abs(2 + last * 0.3 - 50) < 2, `${sizes}`)
})

test('a fast machine uses the largest steps, a slow one the smallest', () => {
  assert.equal(sizesOn((messages) => messages * 0.01).at(-1), 500)
  assert.equal(sizesOn((messages) => messages * 10).at(-1), 50)
})

test('a slow step halves the size of the next one', () => {
  const sizes = sizesOn((messages, step) => (step === 5 ? 5_000 : messages * 0.25))
  assert.deepEqual(sizes.slice(4), [200, 200, 100, 200, 200, 200, 200, 200])
})
