import { assert, test } from '#test'
import { joinChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { invalidChannelId } from '../channels/errors.ts'
import * as api from './api.ts'

const { followed, muted, none } = api.policies
const types = ['user_topic', 'muted_topics']

test('a topic is muted, followed, and reset case-insensitively, with events', async ({ ada, society }) => {
  const stream_id = await makeChannel(society.org, 'lunch', [ada])
  const watch = await ada.register(...types)
  await ada.call(api.updateUserTopic, { stream_id, topic: 'Soup', visibility_policy: muted })
  await watch.agreesWithFreshRegister()
  const [[name, topic] = []] = (watch.reduced().muted_topics ?? []) as [string, string][]
  assert.deepEqual([name, topic], ['lunch', 'Soup'])
  await ada.call(api.updateUserTopic, { stream_id, topic: 'soup', visibility_policy: followed })
  await ada.call(api.updateUserTopic, { stream_id, topic: 'bread', visibility_policy: muted })
  await watch.agreesWithFreshRegister()
  const topics = watch.reduced().user_topics as api.UserTopic[]
  assert.deepEqual(
    topics.map((one) => [one.topic_name, one.visibility_policy]),
    [
      ['bread', muted],
      ['soup', followed],
    ],
  )
  await ada.call(api.updateUserTopic, { stream_id, topic: 'BREAD', visibility_policy: none })
  await ada.call(api.updateUserTopic, { stream_id, topic: 'bread', visibility_policy: none })
  assert.deepEqual(await watch.ops(), [
    'user_topic',
    'muted_topics',
    'user_topic',
    'muted_topics',
    'user_topic',
    'muted_topics',
    'user_topic',
    'muted_topics',
  ])
  await watch.agreesWithFreshRegister()
})

test('the older call mutes by name or ID, and only unmutes', async ({ ada, society }) => {
  const stream_id = await makeChannel(society.org, 'lunch', [ada])
  const watch = await ada.register(...types)
  await ada.call(api.muteTopic, { stream: 'Lunch', topic: 'soup', op: 'add' })
  await ada.call(api.muteTopic, { stream_id, topic: 'soup', op: 'remove' })
  await ada.call(api.muteTopic, { stream_id, topic: 'soup', op: 'remove' })
  await ada.call(api.updateUserTopic, { stream_id, topic: 'bread', visibility_policy: followed })
  await ada.call(api.muteTopic, { stream_id, topic: 'bread', op: 'remove' })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(
    (watch.reduced().user_topics as api.UserTopic[]).map((one) => one.topic_name),
    ['bread'],
  )
  await ada.refused(api.muteTopic, { topic: 'soup', op: 'add' }, api.oneChannel)
  await ada.refused(api.muteTopic, { stream_id, stream: 'lunch', topic: 'soup', op: 'add' }, api.oneChannel)
})

test("topics of an invisible private channel can't be followed", async ({ ada, ben, society }) => {
  const stream_id = await makeChannel(society.org, 'secret', [ada], { invite_only: true })
  const asked = { stream_id, topic: 'plans', visibility_policy: followed }
  await ben.refused(api.updateUserTopic, asked, invalidChannelId)
  await ben.refused(api.updateUserTopic, { ...asked, stream_id: stream_id + 1000 }, invalidChannelId)
  await joinChannel(society.org, stream_id, ben, ada)
  await ben.call(api.updateUserTopic, asked)
})

test('clients without support for the empty topic get a display name for it', async ({ ada, society }) => {
  const stream_id = await makeChannel(society.org, 'lunch', [ada])
  const plain = await ada.registerWith({ event_types: types, client_capabilities: {} })
  await ada.call(api.updateUserTopic, { stream_id, topic: '(no topic)', visibility_policy: muted })
  await plain.agreesWithFreshRegister()
  assert.equal((plain.reduced().user_topics as api.UserTopic[])[0]?.topic_name, 'general chat')
})
