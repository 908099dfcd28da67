import { assert, test } from '#test'
import { Doors, Turns } from './index.ts'

test('lanes take turns, each in its own order', () => {
  const turns = new Turns<string>()
  for (const item of ['a1', 'a2', 'a3']) turns.add('a', item)
  for (const item of ['b1', 'b2']) turns.add('b', item)
  turns.add('c', 'c1')
  const order: (string | undefined)[] = []
  while (turns.length > 0) {
    const next = turns.peek()
    const taken = turns.take()?.item
    assert.equal(taken, next)
    order.push(taken)
  }
  assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  assert.equal(turns.take(), undefined)
})

test('who asks for much waits behind himself; others go between', async () => {
  const doors = new Doors({ most: 1, mostOfOne: 1 })
  const order: string[] = []
  const pass = async (lane: string, name: string) => {
    await doors.enter(lane)
    order.push(name)
    await new Promise(setImmediate)
    doors.leave(lane)
  }
  await Promise.all([pass('a', 'a1'), pass('a', 'a2'), pass('a', 'a3'), pass('b', 'b1'), pass('c', 'c1')])
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3'])
  // nobody is left inside
  assert.equal(doors.enter('a'), undefined)
})

test('one lane has so many doors, and the others those that are left', async () => {
  const doors = new Doors({ most: Number.POSITIVE_INFINITY, mostOfOne: 2 })
  assert.equal(doors.enter('a'), undefined)
  assert.equal(doors.enter('a'), undefined)
  const third = doors.enter('a')
  assert.ok(third)
  await doors.enter('b')
  doors.leave('a')
  await third
})
