import { readOnly as accountReadOnly } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { archiveChannel } from '../../channels/channels/api.ts'
import { subscribeToChannels, unsubscribeFromChannels, updateSubscriptions } from '../../channels/subscriptions/api.ts'
import { updateMessage } from '../../messages/messages/api/edit.ts'
import { addReaction } from '../../messages/messages/reactions/api.ts'
import { addSubmessage } from '../../messages/messages/submessages/api.ts'
import { pinMessage, pinTopic, unpinMessage, unpinTopic } from '../../messages/pins/api.ts'
import { setEditTypingStatus, setTypingStatus } from '../../messages/typing/api.ts'
import * as groups from '../groups/api.ts'
import * as api from './api.ts'

const reason = 'Three warnings about spam'
const restrict = (by: Person, person: Person, more: object = {}) =>
  by.call(api.restrictUser, { user_id: person.id, kind: 'read_only', until: null, reason, ...more })

test('a read-only person edits, reacts, and votes with moderators and in their notes', async ({
  ada,
  ben,
  cleo,
  momo,
}) => {
  const places = { asked: [momo], notes: [ben], other: [cleo] }
  const sent = async (to: Person[]) => ({
    text: await ben.sends('Why', to),
    poll: await ben.sends('/poll Why?\nBecause', to),
  })
  const [asked, notes, other] = [await sent(places.asked), await sent(places.notes), await sent(places.other)]
  const inChannel = await ben.sends('Hello', { channel: 'general', topic: 'looms' })
  const watch = await momo.register()
  await restrict(ada, ben)
  const vote = { msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' } as const
  for (const { text: message_id, poll } of [asked, notes]) {
    await ben.call(updateMessage, { message_id, content: 'Why me?' })
    await ben.call(addReaction, { message_id, emoji_name: 'car' })
    await ben.call(addSubmessage, { message_id: poll, ...vote })
  }
  for (const message_id of [other.text, inChannel]) {
    await ben.refused(updateMessage, { message_id, content: 'Why me?' }, accountReadOnly)
    await ben.refused(addReaction, { message_id, emoji_name: 'car' }, accountReadOnly)
  }
  await ben.refused(addSubmessage, { message_id: other.poll, ...vote }, accountReadOnly)
  await watch.agreesWithFreshRegister()
})

test('a read-only person joins and leaves channels, but doesn’t add or remove others', async ({
  ada,
  ben,
  cleo,
  momo,
}) => {
  const club = await makeChannel(ada.org, 'club', [ada, cleo])
  await makeChannel(ada.org, 'weaving', [ada, ben])
  const subscriptions = [{ name: 'club' }]
  await restrict(momo, ben)
  const watch = await ben.register()
  await ben.refused(subscribeToChannels, { subscriptions, principals: [ada.id] }, accountReadOnly)
  await ben.refused(subscribeToChannels, { subscriptions, principals: [ben.id, cleo.id] }, accountReadOnly)
  await ben.refused(unsubscribeFromChannels, { subscriptions: ['club'], principals: [cleo.id] }, accountReadOnly)
  await ben.call(subscribeToChannels, { subscriptions })
  await ben.call(subscribeToChannels, { subscriptions: [{ name: 'weaving' }], principals: [ben.id] })
  await ben.call(updateSubscriptions, { delete: ['weaving'] })
  await ben.refused(updateSubscriptions, { add: [{ name: 'Spam' }] }, accountReadOnly)
  await watch.agreesWithFreshRegister()
  await restrict(ada, momo)
  await momo.refused(archiveChannel, { stream_id: club }, accountReadOnly)
})

test('a read-only person can’t change or deactivate groups', async ({ ada, ben, cleo, momo }) => {
  const make = async (name: string) =>
    (await ben.call(groups.createGroup, { name, description: '', members: [ben.id] })).group_id
  const [user_group_id, inner] = [await make('weavers'), await make('spinners')]
  await restrict(momo, ben)
  await ben.refused(groups.updateMembers, { user_group_id, add: [cleo.id] }, accountReadOnly)
  await ben.refused(groups.updateSubgroups, { user_group_id, add: [inner] }, accountReadOnly)
  await ben.refused(groups.deactivateGroup, { user_group_id }, accountReadOnly)
  await ben.refused(groups.deleteGroup, { user_group_id }, accountReadOnly)
  const { members } = await ada.call(groups.getMembers, { user_group_id })
  assert.deepEqual(members, [ben.id])
})

test('pins for everyone need permission to post; a person’s own pins don’t', async ({ ada, ines, momo }) => {
  const stream_id = await makeChannel(ada.org, 'club', [ada, ines, momo])
  const place = { stream_id, topic: 'soup' }
  const message_id = await ada.sends('Soup', { channel: stream_id, topic: 'soup' })
  const all = { for_everyone: true }
  await ines.call(pinTopic, { ...place, ...all })
  await ines.call(pinMessage, { message_id, ...all })
  await restrict(ada, ines, { kind: 'read_only_in', stream_ids: [stream_id] })
  await ines.refused(unpinTopic, { ...place, ...all }, api.readOnlyIn)
  await ines.refused(unpinMessage, { message_id, ...all }, api.readOnlyIn)
  await ines.refused(pinTopic, { ...place, topic: 'bread', ...all }, api.readOnlyIn)
  const other = await ada.sends('Bread', { channel: stream_id, topic: 'bread' })
  await ines.refused(pinMessage, { message_id: other, ...all }, api.readOnlyIn)
  await ines.call(pinTopic, place)
  await ines.call(unpinTopic, place)
  await ines.call(pinMessage, { message_id })
  await ines.call(unpinMessage, { message_id })
})

test('typing isn’t announced where a restriction blocks posting', async ({ ada, ben, cleo, momo }) => {
  const stream_id = await makeChannel(ada.org, 'club', [ada, ben])
  const message_id = await ben.sends('Hello', [cleo])
  const inChannel = { type: 'channel', stream_id, topic: 'soup' } as const
  await restrict(momo, ben)
  const watch = await cleo.register('typing', 'typing_edit_message')
  await ben.refused(setTypingStatus, { op: 'start', to: [cleo.id] }, accountReadOnly)
  await ben.refused(setTypingStatus, { op: 'start', ...inChannel }, accountReadOnly)
  await ben.refused(setEditTypingStatus, { message_id, op: 'start' }, accountReadOnly)
  assert.deepEqual(await watch.ops(), [])
  // what began before the restriction still ends
  await ben.call(setTypingStatus, { op: 'stop', to: [cleo.id] })
  await ben.call(setTypingStatus, { op: 'stop', ...inChannel })
  await ben.call(setEditTypingStatus, { message_id, op: 'stop' })
  assert.equal((await watch.ops()).length, 2)
  await ben.call(setTypingStatus, { op: 'start', to: [momo.id] })
})
