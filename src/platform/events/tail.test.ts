import { assert, test } from '#test'
import { type Entry, Tail } from './index.ts'

const entryOf = (at: number, size: number): Entry => ({
  at,
  type: 'message',
  op: undefined,
  payload: {},
  audience: {},
  bodies: new Map(),
  size,
})

function places(tail: Tail): number[] {
  const found: number[] = []
  tail.each(0, ({ at }) => {
    found.push(at)
    return true
  })
  return found
}

test("the tail keeps a limited number of events, fewer if they're large", () => {
  const tail = new Tail(0, { entries: 4, characters: 100 })
  for (let at = 1; at <= 6; at++) tail.push(entryOf(at, 1))
  assert.deepEqual([places(tail), tail.floor, tail.end], [[3, 4, 5, 6], 2, 6])
  tail.push(entryOf(7, 98))
  assert.deepEqual([places(tail), tail.floor], [[3, 4, 5, 6, 7], 2])
  tail.push(entryOf(8, 60))
  assert.deepEqual([places(tail), tail.floor, tail.end], [[8], 7, 8])
  tail.push(entryOf(9, 1_000))
  assert.deepEqual([places(tail), tail.floor, tail.end], [[], 9, 9])
})

test('serialized events are cached while there is room', () => {
  const tail = new Tail(0, { entries: 4, characters: 100 })
  const [one, two] = [entryOf(1, 50), entryOf(2, 50)]
  tail.push(one)
  tail.push(two)
  assert.deepEqual([tail.makesRoom(one, 40), tail.makesRoom(two, 40), tail.makesRoom(two, 1)], [true, false, true])
  // removed events free their room
  tail.push(entryOf(3, 1))
  assert.deepEqual([places(tail), tail.makesRoom(two, 40)], [[2, 3], true])
})
