import { assert, test } from 'vitest'
import { onList, takeListKeys } from './open-list.ts'

test('a key that no open list handles stays unhandled', () => {
  assert.isFalse(onList('next'))
  let read = 0
  const end = takeListKeys({ next: () => {}, read: () => read++ > 0, undo: async () => {} })
  assert.isUndefined(onList('next'))
  assert.isUndefined(onList('undo'))
  assert.isFalse(onList('fold'))
  assert.isFalse(onList('later'))
  // nothing has the focus yet
  assert.isFalse(onList('read'))
  assert.isUndefined(onList('read'))
  end()
  assert.isFalse(onList('next'))
})

test('the most recently opened list handles keys', () => {
  const heard: string[] = []
  const ends = ['first', 'second'].map((name) => takeListKeys({ next: () => heard.push(name) }))
  onList('next')
  ends[1]?.()
  onList('next')
  ends[0]?.()
  assert.deepEqual(heard, ['second', 'first'])
})
