import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { fewestStatements } from '../../../../../test/harness/fewest-statements.ts'
import { choose } from '../../../../../test/harness/settings.ts'
import { policies, type UserTopic, updateUserTopic } from '../../../channels/user-topics/api.ts'
import { topicOccasions } from '../../../people/user-settings/settings.ts'
import { sendMessage } from '../api/send.ts'
import { addReaction } from './api.ts'

const { followed, muted, unmuted } = policies

const post = (from: Person, to: number, topic: string, content = 'x') =>
  from.call(sendMessage, { type: 'channel', to, topic, content })

async function policyOf(person: Person, topic: string): Promise<number> {
  const { initial } = await person.register('user_topic')
  const found = (initial.user_topics as UserTopic[]).find((one) => one.topic_name === topic)
  return found?.visibility_policy ?? policies.none
}

test('starting a topic follows it by default and returns the new policy', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const watch = await ada.register('user_topic')
  const { automatic_new_visibility_policy } = await post(ada, lunch, 'soup')
  assert.equal(automatic_new_visibility_policy, followed)
  assert.ok(!('automatic_new_visibility_policy' in (await post(ada, lunch, 'soup'))))
  await post(ben, lunch, 'soup')
  await watch.agreesWithFreshRegister()
  assert.deepEqual([await policyOf(ada, 'soup'), await policyOf(ben, 'soup')], [followed, policies.none])
})

test('sending or participating follows topics for users who chose that', async ({ ada, ben, cleo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  await choose(ben, { automatically_follow_topics_policy: topicOccasions.sending })
  await choose(cleo, { automatically_follow_topics_policy: topicOccasions.participating })
  const { id: message_id } = await post(ada, lunch, 'soup')
  for (const person of [ben, cleo]) await person.call(addReaction, { message_id, emoji_name: 'octopus' })
  assert.deepEqual([await policyOf(ben, 'soup'), await policyOf(cleo, 'soup')], [policies.none, followed])
  await post(ben, lunch, 'Soup')
  assert.equal(await policyOf(ben, 'Soup'), followed)
})

test('a mention follows the topic unless the user muted it', async ({ ada, ben, cleo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  await cleo.call(updateUserTopic, { stream_id: lunch, topic: 'soup', visibility_policy: muted })
  await post(ada, lunch, 'soup', '@**Ben** @**Cleo**')
  assert.deepEqual([await policyOf(ben, 'soup'), await policyOf(cleo, 'soup')], [followed, muted])
})

test('sending to a topic in a muted channel unmutes the topic', async ({ ada, ben, society }) => {
  const stream_id = await makeChannel(society.org, 'lunch', [ada, ben])
  await post(ada, stream_id, 'soup')
  const mute = [{ stream_id, property: 'is_muted', value: true }]
  await ben.send('POST', '/users/me/subscriptions/properties', { subscription_data: mute })
  await post(ben, stream_id, 'soup')
  assert.equal(await policyOf(ben, 'soup'), unmuted)
})

test('another message in a known topic needs no statement for topic policies', async ({ ada, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const cheapest = (send: () => Promise<unknown>) => fewestStatements(server.runtime.db, send)
  const toOneself = await cheapest(() => ada.sends('x', ada))
  assert.equal(await cheapest(() => post(ada, lunch, 'soup')), toOneself)
})
