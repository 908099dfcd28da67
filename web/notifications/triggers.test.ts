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
const isNotified = (one: Message, who: Partial<Listener> = {}, onlyCalled = false) =>
  waysFor(one, { ...listener, ...who }, onlyCalled).shows

test("direct messages and mentions notify, other channel messages don't", () => {
  assert.deepEqual(
    [direct, mention, message({})].map((one) => isNotified(one)),
    [true, true, false],
  )
})

test('own messages, muted users, and do not disturb never notify', () => {
  assert.equal(isNotified({ ...mention, sender_id: 1 }), false)
  assert.equal(isNotified({ ...mention, flags: ['mentioned', 'read'] }), false)
  assert.equal(isNotified(mention, { isMutedPerson: (id) => id === 2 }), false)
  assert.equal(isNotified(direct, { isQuiet: true }), false)
  assert.equal(isNotified(direct, { isMutedDirect: (ids) => ids.join() === '2' }), false)
})

test('topic and channel settings decide about notifications', () => {
  assert.equal(isNotified(message({}), { topicPolicy: () => policies.followed }), true)
  assert.equal(isNotified(message({}), { subscription: () => ({ desktop_notifications: true }) }), true)
  assert.equal(
    isNotified(message({}), { subscription: () => ({ desktop_notifications: true, is_muted: true }) }),
    false,
  )
  assert.equal(
    isNotified(message({ flags: ['stream_wildcard_mentioned'] }), { topicPolicy: () => policies.muted }),
    false,
  )
  assert.equal(isNotified(mention, { subscription: () => undefined }), false)
})

test("old messages don't notify after sleep, but new mentions do", () => {
  const hourLater = { now: 3_700_000 }
  assert.equal(isNotified(mention, hourLater), false)
  assert.equal(isNotified(mention, hourLater, true), true)
})

test('an edit notifies newly mentioned users, not followers of the topic', () => {
  assert.equal(isNotified(mention, {}, true), true)
  assert.equal(isNotified(message({}), { topicPolicy: () => policies.followed }, true), false)
})
