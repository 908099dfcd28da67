import { assert, test } from 'vitest'
import { policies } from '../../src/features/channels/user-topics/api.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { userSettingDefaults } from '../../src/features/people/user-settings/settings.ts'
import { type Listener, waysFor } from './triggers.ts'

const listener: Listener = {
  ownId: 1,
  isQuiet: false,
  now: 100_000,
  setting: (name) => userSettingDefaults[name],
  isMutedPerson: () => false,
  isMutedDirect: () => false,
  topicPolicy: () => policies.none,
  subscription: () => ({}),
}
const message = (more: Partial<Message>): Message =>
  ({ id: 5, type: 'stream', stream_id: 7, subject: 'soup', sender_id: 2, timestamp: 95, flags: [], ...more }) as Message
const direct = message({ type: 'private', display_recipient: [{ id: 1 }, { id: 2 }] as never })
const mention = message({ flags: ['mentioned'] })
const isTold = (one: Message, who: Partial<Listener> = {}, onlyCalled = false) =>
  waysFor(one, { ...listener, ...who }, onlyCalled).shows

test('direct messages and mentions are told, the rest of a channel is not', () => {
  assert.deepEqual(
    [direct, mention, message({})].map((one) => isTold(one)),
    [true, true, false],
  )
})

test('nobody is told of own messages, by muted people, or in a quiet time', () => {
  assert.equal(isTold({ ...mention, sender_id: 1 }), false)
  assert.equal(isTold({ ...mention, flags: ['mentioned', 'read'] }), false)
  assert.equal(isTold(mention, { isMutedPerson: (id) => id === 2 }), false)
  assert.equal(isTold(direct, { isQuiet: true }), false)
  assert.equal(isTold(direct, { isMutedDirect: (ids) => ids.join() === '2' }), false)
})

test('what somebody thinks of a topic and of a channel counts', () => {
  assert.equal(isTold(message({}), { topicPolicy: () => policies.followed }), true)
  assert.equal(isTold(message({}), { subscription: () => ({ desktop_notifications: true }) }), true)
  assert.equal(isTold(message({}), { subscription: () => ({ desktop_notifications: true, is_muted: true }) }), false)
  assert.equal(isTold(message({ flags: ['stream_wildcard_mentioned'] }), { topicPolicy: () => policies.muted }), false)
  assert.equal(isTold(mention, { subscription: () => undefined }), false)
})

test('what came while the machine slept is no news, a new mention is', () => {
  const hourLater = { now: 3_700_000 }
  assert.equal(isTold(mention, hourLater), false)
  assert.equal(isTold(mention, hourLater, true), true)
})

test('an edit tells whom it calls, and not who follows the topic', () => {
  assert.equal(isTold(mention, {}, true), true)
  assert.equal(isTold(message({}), { topicPolicy: () => policies.followed }, true), false)
})
