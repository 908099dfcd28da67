import { assert, test } from '#test'
import { policies } from '../../channels/user-topics/api.ts'
import { type UserSettings, userSettingDefaults } from '../../people/user-settings/settings.ts'
import { type ScreenFacts, screenWaysOf } from './screen-states.ts'

const plain: ScreenFacts = {
  isDirect: false,
  isMentioned: false,
  byTopicWildcard: false,
  byChannelWildcard: false,
  hasAlertWord: false,
  topicPolicy: policies.none,
  channelMuted: false,
  screenChoice: null,
  soundChoice: null,
  wildcardChoice: null,
}

const ways = (facts: Partial<ScreenFacts>, settings: Partial<UserSettings> = {}) => {
  const { shows, rings } = screenWaysOf(
    { ...plain, ...facts },
    (name) => ({ ...userSettingDefaults, ...settings })[name],
  )
  return [shows, rings]
}
const both = [true, true]
const neither = [false, false]

test("desktop notifications and sounds for mentions follow the user's settings", () => {
  for (const call of [{ isDirect: true }, { isMentioned: true }, { hasAlertWord: true }, { byChannelWildcard: true }]) {
    assert.deepEqual(ways(call), both)
    assert.deepEqual(ways(call, { enable_desktop_notifications: false }), [false, true])
    assert.deepEqual(ways(call, { enable_sounds: false }), [true, false])
  }
  assert.deepEqual(ways({ byChannelWildcard: true }, { wildcard_mentions_notify: false }), neither)
})

test('followed topics, channels, and single channels have their own settings', () => {
  const followed = { topicPolicy: policies.followed }
  assert.deepEqual(ways({}), neither)
  assert.deepEqual(ways(followed), both)
  assert.deepEqual(ways(followed, { enable_followed_topic_desktop_notifications: false }), [false, true])
  assert.deepEqual(ways({}, { enable_stream_audible_notifications: true }), [false, true])
  assert.deepEqual(ways({ screenChoice: true }), [true, false])
  assert.deepEqual(ways({ screenChoice: false }, { enable_stream_desktop_notifications: true }), neither)
})

test('muted places are silent except for direct messages and mentions', () => {
  const loud = { screenChoice: true, soundChoice: true, hasAlertWord: true, byChannelWildcard: true }
  for (const muted of [{ channelMuted: true }, { topicPolicy: policies.muted }]) {
    assert.deepEqual(ways({ ...loud, ...muted }), neither)
    assert.deepEqual(ways({ ...muted, isMentioned: true }), both)
  }
  assert.deepEqual(ways({ ...loud, channelMuted: true, topicPolicy: policies.followed }), both)
  assert.deepEqual(ways({ isDirect: true, conversationMuted: true, hasAlertWord: true }), neither)
  assert.deepEqual(ways({ isDirect: true, conversationMuted: true, isMentioned: true }), both)
})

test('an edit notifies the users it mentions', () => {
  const every = { screenChoice: true, topicPolicy: policies.followed, onlyCalled: true }
  assert.deepEqual(ways(every), neither)
  assert.deepEqual(ways({ ...every, isMentioned: true }), both)
})
