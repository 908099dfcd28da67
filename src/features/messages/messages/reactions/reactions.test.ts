import { assert, test } from '#test'
import { joinChannel, makeChannel } from '../../../../../test/harness/channel.ts'
import { invalidMessages } from '../api/flags.ts'
import * as api from './api.ts'

test('everyone with the message gets events when a reaction is added or removed', async ({ ada, ben, cleo }) => {
  const message_id = await ada.sends('Hello', ben)
  const watches = [await ada.register('reaction'), await ben.register('reaction')] as const
  const other = await cleo.register('reaction')
  await ben.call(api.addReaction, { message_id, emoji_name: 'octopus' })
  await ben.refused(api.addReaction, { message_id, emoji_name: 'octopus' }, api.reactionExists)
  await ben.call(api.removeReaction, { message_id, emoji_name: 'octopus' })
  await ben.refused(api.removeReaction, { message_id, emoji_name: 'octopus' }, api.noSuchReaction)
  for (const watch of watches) assert.deepEqual(await watch.ops(), ['add', 'remove'])
  assert.deepEqual((await watches[0].of('reaction'))[0], {
    type: 'reaction',
    op: 'add',
    message_id,
    emoji_name: 'octopus',
    emoji_code: '1f419',
    reaction_type: 'unicode_emoji',
    user_id: ben.id,
    user: { user_id: ben.id, email: ben.email, full_name: 'Ben' },
  })
  assert.deepEqual(await other.ops(), [])
})

test('an emoji is given by name, by code, or by both if they match', async ({ ada, ben }) => {
  const message_id = await ada.sends('Hello', ben)
  const octopus = { message_id, emoji_name: 'octopus' }
  await ada.refused(api.addReaction, { message_id, emoji_name: 'no_such_thing' }, api.noSuchEmoji)
  await ada.refused(api.addReaction, { message_id, emoji_name: 'constructor' }, api.noSuchEmoji)
  await ada.refused(api.addReaction, { ...octopus, emoji_code: '1f000000' }, api.invalidEmojiCode)
  await ada.refused(
    api.addReaction,
    { ...octopus, emoji_code: '1f300', reaction_type: 'unicode_emoji' },
    api.invalidEmojiName,
  )
  await ada.refused(api.addReaction, { ...octopus, reaction_type: 'realm_emoji' }, api.noSuchEmoji)
  await ada.refused(
    api.addReaction,
    { ...octopus, emoji_code: '7', reaction_type: 'realm_emoji' },
    api.invalidEmojiCode,
  )
  await ada.call(api.addReaction, { ...octopus, emoji_code: '1f419', reaction_type: 'unicode_emoji' })
  await ada.call(api.removeReaction, { message_id, emoji_code: '1f419' })
  await ada.refused(api.removeReaction, { message_id }, api.noEmojiGiven)
})

test("the service's own emoji has both names of its kind", async ({ ada, ben }) => {
  const message_id = await ada.sends('Hello', ben)
  const watch = await ada.register('reaction')
  await ada.call(api.addReaction, {
    message_id,
    emoji_name: 'zulip',
    emoji_code: 'zulip',
    reaction_type: 'service_extra_emoji',
  })
  await ben.call(api.addReaction, { message_id, emoji_name: 'zulip' })
  await ben.call(api.removeReaction, { message_id, emoji_name: 'zulip', reaction_type: 'zulip_extra_emoji' })
  const kinds = (await watch.of('reaction')).map((event) => event.reaction_type)
  assert.deepEqual(kinds, ['zulip_extra_emoji', 'zulip_extra_emoji', 'zulip_extra_emoji'])
})

test("reacting to an unreadable message fails as if it didn't exist", async ({ ada, ben, society }) => {
  const secret = await makeChannel(society.org, 'secret', [ada], { invite_only: true })
  const message_id = await ada.sends('Hello', { channel: secret, topic: 'soup' })
  await ben.refused(api.addReaction, { message_id, emoji_name: 'octopus' }, invalidMessages)
  await ben.refused(api.addReaction, { message_id: message_id + 99, emoji_name: 'octopus' }, invalidMessages)
})

test('later subscribers to protected history get no events about earlier messages', async ({ ada, ben, society }) => {
  const fields = { invite_only: true, history_public_to_subscribers: false }
  const channel = await makeChannel(society.org, 'secret', [ada], fields)
  const message_id = await ada.sends('Hello', { channel, topic: 'soup' })
  await joinChannel(society.org, channel, ben, ada)
  const watch = await ben.register('reaction')
  await ben.refused(api.addReaction, { message_id, emoji_name: 'octopus' }, invalidMessages)
  await ada.call(api.addReaction, { message_id, emoji_name: 'octopus' })
  await ada.call(api.addReaction, {
    message_id: await ada.sends('Hello', { channel, topic: 'soup' }),
    emoji_name: 'tada',
  })
  const heard = (await watch.of('reaction')).map((event) => event.emoji_name)
  assert.deepEqual(heard, ['tada'])
})
