import { assert, test } from '#test'
import { policies } from '../../channels/user-topics/api.ts'
import { type UserSettings, userSettingDefaults } from '../../people/user-settings/settings.ts'
import { type Facts, waysOf } from './triggers.ts'

const plain: Facts = {
  isDirect: false,
  isMentioned: false,
  byTopicWildcard: false,
  byChannelWildcard: false,
  topicPolicy: policies.none,
  channelMuted: false,
  pushChoice: null,
  emailChoice: null,
  wildcardChoice: null,
  isPresent: false,
}

const ways = (facts: Partial<Facts>, settings: Partial<UserSettings> = {}) => {
  const { push, email } = waysOf({ ...plain, ...facts }, (name) => ({ ...userSettingDefaults, ...settings })[name])
  return [push, email]
}
const silent = [null, null]
const twice = (trigger: string) => [trigger, trigger]

test('a plain message reaches only users who want every message of the channel', () => {
  assert.deepEqual(ways({}), silent)
  assert.deepEqual(ways({ pushChoice: true }), ['stream_push_notify', null])
  assert.deepEqual(ways({ emailChoice: true }), [null, 'stream_email_notify'])
  const every = { enable_stream_push_notifications: true, enable_stream_email_notifications: true }
  assert.deepEqual(ways({}, every), ['stream_push_notify', 'stream_email_notify'])
  assert.deepEqual(ways({ pushChoice: false, emailChoice: false }, every), silent)
})

test('direct messages and mentions use the settings for inactive users', () => {
  assert.deepEqual(ways({ isDirect: true }), twice('direct_message'))
  assert.deepEqual(ways({ isMentioned: true }), twice('mentioned'))
  assert.deepEqual(ways({ isDirect: true }, { enable_offline_push_notifications: false }), [null, 'direct_message'])
  assert.deepEqual(ways({ isMentioned: true }, { enable_offline_email_notifications: false }), ['mentioned', null])
})

test('active users get no email, and pushes only if turned on', () => {
  const present = { isDirect: true, isPresent: true }
  assert.deepEqual(ways(present), ['direct_message', null])
  assert.deepEqual(ways(present, { enable_online_push_notifications: false }), silent)
  assert.deepEqual(ways(present, { enable_offline_push_notifications: false }), silent)
  assert.deepEqual(ways({ isPresent: true, pushChoice: true, emailChoice: true }), ['stream_push_notify', null])
})

test("wildcards count as mentions where the user's settings say so", () => {
  assert.deepEqual(ways({ byChannelWildcard: true }), twice('stream_wildcard_mentioned'))
  assert.deepEqual(ways({ byTopicWildcard: true, byChannelWildcard: true }), twice('topic_wildcard_mentioned'))
  const off = { wildcard_mentions_notify: false }
  assert.deepEqual(ways({ byTopicWildcard: true }, off), silent)
  assert.deepEqual(ways({ byTopicWildcard: true, wildcardChoice: true }, off), twice('topic_wildcard_mentioned'))
  assert.deepEqual(ways({ byChannelWildcard: true, wildcardChoice: false }), silent)
  assert.deepEqual(ways({ byChannelWildcard: true, isMentioned: true }), twice('mentioned'))
})

test('a followed topic has its own settings', () => {
  const followed = { topicPolicy: policies.followed }
  assert.deepEqual(ways(followed), ['followed_topic_push_notify', 'followed_topic_email_notify'])
  assert.deepEqual(ways(followed, { enable_followed_topic_push_notifications: false }), [
    null,
    'followed_topic_email_notify',
  ])
  assert.deepEqual(
    ways({ ...followed, byChannelWildcard: true }, { wildcard_mentions_notify: false }),
    twice('stream_wildcard_mentioned_in_followed_topic'),
  )
  assert.deepEqual(
    ways({ ...followed, byTopicWildcard: true }, { enable_followed_topic_wildcard_mentions_notify: false }),
    twice('topic_wildcard_mentioned'),
  )
})

test('muting silences everything except direct messages and mentions', () => {
  const loud = { pushChoice: true, emailChoice: true, byChannelWildcard: true }
  for (const muted of [{ channelMuted: true }, { topicPolicy: policies.muted }]) {
    assert.deepEqual(ways({ ...loud, ...muted }), silent)
    assert.deepEqual(ways({ ...loud, ...muted, isMentioned: true }), twice('mentioned'))
  }
  assert.deepEqual(
    ways({ ...loud, channelMuted: true, topicPolicy: policies.unmuted }),
    twice('stream_wildcard_mentioned'),
  )
  assert.deepEqual(ways({ channelMuted: true, topicPolicy: policies.followed }), [
    'followed_topic_push_notify',
    'followed_topic_email_notify',
  ])
})

test('an edit reaches only mentioned users', () => {
  const every = { pushChoice: true, emailChoice: true, topicPolicy: policies.followed, onlyCalled: true }
  assert.deepEqual(ways(every), silent)
  assert.deepEqual(ways({ ...every, isMentioned: true }), twice('mentioned'))
})
