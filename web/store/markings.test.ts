import { assert, describe, test } from 'vitest'
import { Markings } from './markings.ts'

class Fake {
  readonly there = new Set<number>()
  readonly read = new Set<number>()
  requests: number[] = []
  isDown = false

  constructor(count: number) {
    for (let id = 1; id <= count; id++) this.there.add(id)
  }

  change = async (ids: readonly number[], op: 'add' | 'remove') => {
    if (this.isDown) throw new TypeError('no network')
    this.requests.push(ids.length)
    if (ids.some((id) => !this.there.has(id))) throw new RangeError('Invalid message(s)')
    for (const id of ids) op === 'add' ? this.read.add(id) : this.read.delete(id)
  }
  isRefusal = (problem: unknown) => problem instanceof RangeError
  readable = async (ids: readonly number[]) => ids.filter((id) => this.there.has(id))
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('marking as read', () => {
  test('undoing marks exactly the marked messages as unread', async () => {
    const server = new Fake(10)
    server.read.add(9)
    const markings = new Markings(server)
    await markings.mark([1, 2, 3])
    server.there.add(11)
    assert.equal(await markings.undo(), 3)
    assert.deepEqual([...server.read], [9])
    assert.equal(await markings.undo(), undefined)
  })

  test('undo takes the last marking first, or the one that is named', async () => {
    const server = new Fake(10)
    const markings = new Markings(server)
    const { marking: first } = await markings.mark([1])
    await markings.mark([2])
    await markings.mark([3])
    await markings.undo(first)
    await markings.undo()
    assert.deepEqual([...server.read], [2])
  })

  test('many messages are marked in several requests, skipping deleted ones', async () => {
    const server = new Fake(2_500)
    server.there.delete(1_200)
    const markings = new Markings(server)
    const { marking } = await markings.mark(upTo(2_500))
    assert.equal(marking.ids.length, 2_499)
    assert.deepEqual(server.requests, [1_000, 1_000, 999, 500])
    server.there.delete(5)
    assert.equal(await markings.undo(), 2_498)
  })

  test('what was marked before a server error can be undone', async () => {
    const server = new Fake(1_500)
    const markings = new Markings(server)
    const { change } = server
    server.change = async (ids, op) => {
      await change(ids, op)
      server.isDown = true
    }
    assert.isFalse((await markings.mark(upTo(1_500))).isComplete)
    server.change = change
    await markings.undo().catch(() => {})
    server.isDown = false
    assert.equal(await markings.undo(), 1_000)
    assert.equal(server.read.size, 0)
  })

  test('a marking that failed before its first message leaves the previous one to undo', async () => {
    const server = new Fake(10)
    const markings = new Markings(server)
    await markings.mark([1, 2])
    server.isDown = true
    const { marking, isComplete } = await markings.mark([3])
    assert.deepEqual([isComplete, marking.ids], [false, []])
    server.isDown = false
    assert.equal(await markings.undo(), 2)
    assert.equal(await markings.undo(), undefined)
  })

  test('a failed undo can be repeated and keeps its place in the order', async () => {
    const server = new Fake(10)
    const markings = new Markings(server)
    const { marking: first } = await markings.mark([1, 2])
    await markings.mark([3])
    server.isDown = true
    await markings.undo(first).then(
      () => assert.fail('no error'),
      () => {},
    )
    server.isDown = false
    assert.equal(await markings.undo(), 1)
    assert.deepEqual([...server.read], [1, 2])
    assert.equal(await markings.undo(first), 2)
    assert.equal(server.read.size, 0)
  })

  test('repeating an undo skips restored and deleted messages', async () => {
    const server = new Fake(2_500)
    const markings = new Markings(server)
    await markings.mark(upTo(2_500))
    server.there.delete(5)
    const { change } = server
    server.change = async (ids, op) => {
      if (ids.includes(1_500)) throw new TypeError('no network')
      await change(ids, op)
    }
    await markings.undo().catch(() => {})
    assert.equal(server.read.size, 1_501)
    server.change = change
    assert.equal(await markings.undo(), 1_500)
    assert.deepEqual([...server.read], [5])
  })

  test('undoing a marking in progress waits for it', async () => {
    const server = new Fake(10)
    const markings = new Markings(server)
    const marking = markings.mark([1, 2])
    assert.equal(await markings.undo(), 2)
    await marking
    assert.equal(server.read.size, 0)
  })
})
