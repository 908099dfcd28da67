import { ApiError } from '#contract'
import { assert, test } from '#test'
import { Gate } from './gate.ts'

const refusal = (error: unknown) => {
  assert.ok(error instanceof ApiError)
  assert.equal(error.code, 'SERVICE_UNAVAILABLE')
  return Number(error.headers['Retry-After'])
}

test('few are inside at once, and people take turns', async () => {
  const gate = new Gate({ most: 2, maxPerKey: 1, longestWaitMs: 1_000, now: () => 0 })
  const order: string[] = []
  let inside = 0
  let most = 0
  const pass = async (queueKey: string, name: string) => {
    const leave = await gate.enter(queueKey)
    most = Math.max(most, ++inside)
    order.push(name)
    await new Promise(setImmediate)
    inside--
    leave()
  }
  await Promise.all([pass('a', 'a1'), pass('a', 'a2'), pass('a', 'a3'), pass('b', 'b1'), pass('c', 'c1')])
  assert.deepEqual([most, gate.waiting, gate.refused], [2, 0, 0])
  assert.deepEqual(order, ['a1', 'b1', 'a2', 'c1', 'a3'])
})

test('who would wait long is told a time of its own to come again', async () => {
  let now = 0
  const gate = new Gate({ most: 1, maxPerKey: 1, longestWaitMs: 10_000, now: () => now })
  // one takes a second, again and again
  for (let time = 0; time < 200; time++) {
    const leave = await gate.enter('a')
    now += 1_000
    leave()
  }
  const leave = await gate.enter('somebody')
  const waiting = Array.from({ length: 11 }, (_, index) => gate.enter(`1/${index}`))
  assert.equal(gate.waiting, 11)
  const told: number[] = []
  for (let index = 0; index < 80; index++)
    await gate.enter(`1/late ${index}`).catch((error: unknown) => told.push(refusal(error)))
  assert.deepEqual(told.slice(0, 5), [6, 7, 8, 9, 10])
  // nobody is sent away for ever
  assert.deepEqual([told.at(-1), gate.refused], [30, 80])
  const goesThrough = async (entering: Promise<() => void>) => {
    const end = await entering
    now += 1_000
    end()
  }
  leave()
  for (const one of waiting) await goesThrough(one)
  for (let index = 0; index < 79; index++) await goesThrough(gate.enter(`1/late ${index}`))
  // those are through: others are not told to wait for them
  const again = await gate.enter('somebody')
  const others = Array.from({ length: 11 }, (_, index) => gate.enter(`1/${index}`))
  assert.equal(await gate.enter('1/last').then(() => 0, refusal), 6)
  again()
  for (const one of others) await goesThrough(one)
  assert.equal(gate.waiting, 0)
})
