import { assert, test } from 'vitest'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { MessageStore } from './message-store.ts'

const said = (id: number) =>
  ({ id, content: `<p>${id}</p>`, flags: [], reactions: [], submessages: [] }) as unknown as Message

test('a hidden message looks deleted, follows events, and comes back as it is now', () => {
  const store = new MessageStore(100)
  const heard: [number, boolean][] = []
  store.follow({
    follow: ({ messages }) => {
      for (const [id, one] of messages) heard.push([id, store.get(id) === undefined || one === undefined])
    },
    renew() {},
    held: () => [],
  })
  store.apply({ id: 1, type: 'message', message: said(7), flags: [] })
  store.hide(7, true)
  assert.equal(store.get(7), undefined)
  store.apply({
    id: 2,
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'starred',
    messages: [7],
    all: false,
  })
  assert.equal(store.get(7), undefined)
  store.hide(7, false)
  assert.deepEqual(store.get(7)?.flags, ['starred'])
  assert.deepEqual(heard, [
    [7, false],
    [7, true],
    [7, true],
    [7, false],
  ])
})

test('a hidden message that was deleted does not come back', () => {
  const store = new MessageStore(100)
  store.apply({ id: 1, type: 'message', message: said(7), flags: [] })
  store.hide(7, true)
  store.apply({ id: 2, type: 'delete_message', message_ids: [7] })
  store.hide(7, false)
  assert.equal(store.get(7), undefined)
})
