import { botTypes, mustBeAdministrator, roles } from '#contract'
import { assert, type Person, test, type Watch } from '#test'
import { expectationMismatch } from '../../people/groups/setting-values.ts'
import {
  createChannel,
  getSubscribers,
  getSubscriptions,
  subscribeToChannels,
  unsubscribeFromChannels,
} from '../subscriptions/api.ts'
import * as api from './api.ts'
import * as errors from './errors.ts'

const { updateChannel, getChannel, getChannels } = api
const types = ['stream', 'subscription', 'default_streams', 'realm_user']

const make = async (person: Person, name: string, more: object = {}, others: Person[] = []) => {
  const subscribers = [person.id, ...others.map(({ id }) => id)]
  return (await person.call(createChannel, { name, subscribers, ...more })).id
}
const watchAll = (people: Person[]) => Promise.all(people.map((person) => person.registerWith({ event_types: types })))
const agreeAll = async (watches: Watch[]) => {
  for (const watch of watches) await watch.agreesWithFreshRegister()
}
const legacy = { event_types: types, client_capabilities: {} }

test('each setting of a channel can be changed, and clients that see it follow', async ({ ada, ben, cleo, gus }) => {
  const stream_id = await make(ben, 'Garden', {}, [gus])
  const watches = await watchAll([ada, ben, cleo, gus])
  const people = { direct_members: [cleo.id], direct_subgroups: [] }
  const changes: Parameters<typeof ben.call<typeof updateChannel.params, typeof updateChannel.result>>[1][] = [
    { stream_id, new_name: 'Garten' },
    { stream_id, new_name: 'garten' },
    { stream_id, description: '**Green**' },
    { stream_id, topics_policy: 'disable_empty_topic' },
    { stream_id, can_send_message_group: { new: people } },
    { stream_id, can_administer_channel_group: { new: { direct_members: [ben.id, cleo.id], direct_subgroups: [] } } },
    { stream_id, is_private: true },
    { stream_id, history_public_to_subscribers: false },
    { stream_id, can_subscribe_group: { new: people } },
    { stream_id, can_subscribe_group: { new: { direct_members: [], direct_subgroups: [] }, old: people } },
    { stream_id, is_private: false },
  ]
  for (const change of changes) {
    await ben.call(updateChannel, change)
    await agreeAll(watches)
  }
  await ada.call(updateChannel, { stream_id, is_default_stream: true, message_retention_days: 30 })
  await agreeAll(watches)
  await ada.call(updateChannel, { stream_id, default_push_notifications: true })
  await agreeAll(watches)
  await ben.refused(updateChannel, { stream_id, default_push_notifications: false }, mustBeAdministrator)
  const { stream } = await ben.call(getChannel, { stream_id })
  assert.deepEqual(
    [stream.name, stream.rendered_description, stream.message_retention_days, stream.history_public_to_subscribers],
    ['garten', '<p><strong>Green</strong></p>', 30, true],
  )
  const { streams } = await gus.call(getChannels, { include_default: true })
  assert.deepEqual(
    streams.map(({ name, is_default }) => [name, is_default]),
    [['garten', true]],
  )
})

test('an unchanged value sends no event, and a wrong old value is refused', async ({ ben }) => {
  const stream_id = await make(ben, 'Garden', { description: 'Green' })
  const watch = await ben.register(...types)
  const { stream } = await ben.call(getChannel, { stream_id })
  await ben.call(updateChannel, {
    stream_id,
    new_name: 'Garden',
    description: 'Green',
    is_private: false,
    topics_policy: 'inherit',
    can_send_message_group: { new: stream.can_send_message_group, old: stream.can_send_message_group },
  })
  assert.deepEqual(await watch.ops(), [])
  const value = { new: stream.can_send_message_group, old: { direct_members: [ben.id], direct_subgroups: [] } }
  await ben.refused(updateChannel, { stream_id, new_name: 'Other', can_send_message_group: value }, expectationMismatch)
  assert.deepEqual(await watch.ops(), [])
})

test('people who lose access get a last event, and see the channel as new later', async ({ ada, ben, cleo, gus }) => {
  const stream_id = await make(ben, 'Garden', {}, [cleo, gus])
  await cleo.call(unsubscribeFromChannels, { subscriptions: ['Garden'] })
  const watches = await watchAll([ada, ben, cleo, gus])
  const cleos = watches[2] as Watch
  await ben.call(updateChannel, { stream_id, is_private: true })
  await ben.call(updateChannel, { stream_id, new_name: 'Secret', description: 'Hidden' })
  assert.deepEqual(await cleos.ops(), ['stream/delete'])
  await cleo.refused(getChannel, { stream_id }, errors.invalidChannelId)
  await cleo.refused(updateChannel, { stream_id, description: 'x' }, errors.invalidChannelId)
  await agreeAll(watches)
  await ben.call(updateChannel, { stream_id, is_private: false })
  assert.deepEqual((await cleos.ops()).slice(1, 3), ['stream/create', 'subscription/peer_add'])
  await agreeAll(watches)
})

test('an administrator outside of a private channel can rename it but not open it', async ({ ben, ines, cleo }) => {
  const stream_id = await make(ben, 'Secret', { invite_only: true })
  await ines.call(updateChannel, { stream_id, new_name: 'Cellar' })
  const self = { direct_members: [ines.id], direct_subgroups: [] }
  for (const change of [
    { is_private: false },
    { history_public_to_subscribers: true },
    { can_subscribe_group: { new: self } },
    { can_add_subscribers_group: { new: self } },
  ])
    await ines.refused(updateChannel, { stream_id, ...change }, errors.noContentAccess)
  await ines.call(updateChannel, { stream_id, can_remove_subscribers_group: { new: self } })
  await cleo.refused(updateChannel, { stream_id, new_name: 'x' }, errors.invalidChannelId)
  const open = await make(ben, 'Open')
  await cleo.refused(updateChannel, { stream_id: open, new_name: 'x' }, errors.cannotAdministerChannel)
})

test('invalid combinations are refused and change nothing', async ({ ada, ben }) => {
  const stream_id = await make(ada, 'Garden')
  const secret = await make(ada, 'Secret', { invite_only: true })
  const before = await ada.call(getChannels, { include_all: true })
  const { updateOrganization } = await import('../../people/organization-settings/api.ts')
  await ada.refused(updateChannel, { stream_id, history_public_to_subscribers: false }, errors.historyOfPublicChannels)
  await ada.refused(updateChannel, { stream_id, is_web_public: true }, errors.webPublicDisabled)
  await ada.refused(updateChannel, { stream_id, is_private: true, is_web_public: true }, errors.privateAndWebPublic)
  await ada.refused(updateChannel, { stream_id: secret, is_default_stream: true }, errors.defaultCannotBePrivate)
  await ada.refused(updateChannel, { stream_id, new_name: 'sECRET' }, errors.channelNameTaken)
  await ada.refused(updateChannel, { stream_id, new_name: ' ' })
  await ada.refused(updateChannel, { stream_id, folder_id: 999_999 })
  await ada.refused(updateChannel, { stream_id, message_retention_days: 0 })
  await ada.refusedRaw('PATCH', `/streams/${stream_id}`, { topics_policy: 'none' })
  await ada.refusedRaw('PATCH', `/streams/${stream_id}`, { can_send_message_group: { new: 999_999 } })
  await ada.refused(api.addDefaultChannel, { stream_id: secret }, errors.defaultCannotBePrivate)
  assert.deepEqual(await ada.call(getChannels, { include_all: true }), before)
  await ada.call(updateOrganization, { moderation_request_channel_id: secret })
  await ada.refused(updateChannel, { stream_id: secret, is_private: false }, errors.moderationChannelPublic)
  await ben.refused(createChannel, { name: 'Web', subscribers: [], is_web_public: true }, errors.webPublicDisabled)
  await ada.call(updateOrganization, { enable_spectator_access: true })
  await ben.refused(createChannel, { name: 'Web', subscribers: [], is_web_public: true })
  await ada.call(updateChannel, { stream_id, is_web_public: true })
})

test('a guest finds and joins a web-public channel', async ({ ada, gus }) => {
  const { updateOrganization } = await import('../../people/organization-settings/api.ts')
  await ada.call(updateOrganization, { enable_spectator_access: true })
  const watches = await watchAll([ada, gus])
  await make(ada, 'Square', { is_web_public: true })
  await agreeAll(watches)
  await gus.call(subscribeToChannels, { subscriptions: [{ name: 'Square' }] })
  await agreeAll(watches)
  assert.deepEqual(await watches[1]?.ops(), ['stream/create', 'subscription/peer_add', 'subscription/add'])
})

test('an archived channel stays for clients that support it and disappears for others', async ({
  ada,
  ben,
  cleo,
  gus,
}) => {
  const stream_id = await make(ada, 'Garden', {}, [ben, gus])
  await ada.call(api.addDefaultChannel, { stream_id })
  const watches = await watchAll([ada, ben, cleo, gus])
  const old = await Promise.all([ada, ben, cleo, gus].map((person) => person.registerWith(legacy)))
  await ben.refused(api.archiveChannel, { stream_id }, errors.cannotAdministerChannel)
  await ada.call(api.archiveChannel, { stream_id })
  await ada.call(api.archiveChannel, { stream_id })
  assert.deepEqual(await watches[2]?.ops(), ['stream/update', 'default_streams'])
  assert.deepEqual(await old[2]?.ops(), ['stream/delete', 'default_streams'])
  assert.deepEqual(await old[3]?.ops(), ['stream/delete'])
  await agreeAll([...watches, ...old])
  // changes while it is archived
  await cleo.call(subscribeToChannels, { subscriptions: [{ name: 'Garden' }] })
  await ben.call(unsubscribeFromChannels, { subscriptions: ['Garden'] })
  await ada.call(updateChannel, { stream_id, description: 'Gone' })
  await agreeAll([...watches, ...old])
  assert.equal((await cleo.call(getSubscriptions)).subscriptions.length, 1)
  assert.equal((await cleo.call(getChannels)).streams.length, 1)
  assert.equal((await cleo.call(getChannels, { exclude_archived: false })).streams.length, 2)
  assert.equal((await cleo.call(getChannel, { stream_id })).stream.is_archived, true)
  await ada.call(updateChannel, { stream_id, is_archived: false })
  await agreeAll(watches)
  // Ben's old client can't know that he has left a channel that is new to it
  await agreeAll(old.filter((_watch, index) => index !== 1))
})

test('a channel made a default one while archived is one when unarchived', async ({ ada, ben, gus }) => {
  const stream_id = await make(ada, 'Garden')
  const watches = await watchAll([ada, ben, gus])
  const defaults = async () => (await ben.register('default_streams')).initial.realm_default_streams as number[]
  await ada.call(updateChannel, { stream_id, is_archived: true })
  await ada.call(updateChannel, { stream_id, is_default_stream: true })
  await agreeAll(watches)
  assert.ok(!(await defaults()).includes(stream_id))
  await ada.call(updateChannel, { stream_id, is_archived: false })
  await agreeAll(watches)
  assert.ok((await defaults()).includes(stream_id))
})

test('default channels are public, and chosen by administrators', async ({ ada, ben, gus, society }) => {
  const stream_id = await make(ben, 'Garden')
  const watches = await watchAll([ada, ben, gus])
  await ben.refused(api.addDefaultChannel, { stream_id })
  await ada.call(api.addDefaultChannel, { stream_id })
  await ada.call(api.addDefaultChannel, { stream_id })
  await agreeAll(watches)
  assert.equal((await watches[1]?.of('default_streams'))?.length, 1)
  assert.equal((await watches[2]?.of('default_streams'))?.length, 0)
  const dora = await society.join('Dora')
  assert.equal((await dora.call(getSubscriptions)).subscriptions.length, 2)
  await agreeAll(watches)
  await ada.call(api.removeDefaultChannel, { stream_id })
  await agreeAll(watches)
})

test('changing a role shows and hides channels', async ({ ada, ben, cleo, gus }) => {
  const { updateUser } = await import('../../people/users/api.ts')
  await make(cleo, 'Secret', { invite_only: true })
  await make(cleo, 'Garden')
  await ada.call(subscribeToChannels, { subscriptions: [{ name: 'Garden' }], principals: [gus.id] })
  const watches = await watchAll([ada, ben, cleo, gus])
  const { administrator, moderator, member, guest } = roles
  for (const role of [moderator, administrator, member, guest, moderator, administrator, guest, member]) {
    for (const { id } of [ben, gus]) await ada.call(updateUser, { user_id: id, role })
    await agreeAll(watches)
  }
})

test('changing a group shows and hides channels', async ({ ada, ben, cleo, gus }) => {
  const groups = await import('../../people/groups/api.ts')
  const { group_id: inner } = await ada.call(groups.createGroup, { name: 'inner', description: '', members: [ben.id] })
  const { group_id: outer } = await ada.call(groups.createGroup, { name: 'outer', description: '', members: [] })
  const stream_id = await make(ada, 'Secret', { invite_only: true, can_subscribe_group: outer })
  const watches = await watchAll([ada, ben, cleo, gus])
  const [, bens] = watches as [Watch, Watch]
  await ada.call(groups.updateSubgroups, { user_group_id: outer, add: [inner] })
  assert.deepEqual(await bens.ops(), ['stream/create', 'subscription/peer_add'])
  await agreeAll(watches)
  await ada.call(groups.updateMembers, { user_group_id: inner, add: [cleo.id, gus.id] })
  await agreeAll(watches)
  await cleo.call(subscribeToChannels, { subscriptions: [{ name: 'Secret' }] })
  await gus.refused(getChannel, { stream_id }, errors.invalidChannelId)
  await agreeAll(watches)
  await ada.call(groups.updateMembers, { user_group_id: inner, delete: [ben.id, cleo.id] })
  await agreeAll(watches)
  await ben.refused(getChannel, { stream_id }, errors.invalidChannelId)
  await cleo.call(getChannel, { stream_id })
  const refusal = await ada.refused(groups.deactivateGroup, { user_group_id: outer })
  assert.equal(refusal.code, 'CANNOT_DEACTIVATE_GROUP_IN_USE')
})

test('deactivated people are removed from lists and permissions, and return to both', async ({ ada, ben, cleo }) => {
  const users = await import('../../people/users/api.ts')
  const stream_id = await make(ben, 'Garden', {}, [cleo])
  await make(ben, 'Secret', { invite_only: true }, [cleo])
  const watches = await watchAll([ada, cleo])
  await ada.call(users.deactivateUser, { user_id: ben.id })
  await agreeAll(watches)
  assert.deepEqual((await ada.call(getSubscribers, { stream_id })).subscribers, [cleo.id])
  const { stream } = await ada.call(getChannel, { stream_id })
  assert.deepEqual(stream.can_administer_channel_group, { direct_members: [], direct_subgroups: [] })
  assert.equal(stream.subscriber_count, 1)
  await ada.call(users.reactivateUser, { user_id: ben.id })
  await agreeAll(watches)
  assert.deepEqual((await ada.call(getSubscribers, { stream_id })).subscribers, [ben.id, cleo.id])
})

test('the list of channels respects its filters, and only has visible channels', async ({
  ada,
  ben,
  cleo,
  gus,
  society,
}) => {
  const bot = await society.join('Bot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  await make(ben, 'Garden')
  await make(ben, 'Secret', {
    invite_only: true,
    can_subscribe_group: { direct_members: [cleo.id], direct_subgroups: [] },
  })
  const list = async (person: Person, params: object) =>
    (await person.call(getChannels, params)).streams
      .map(({ name }) => name)
      .sort()
      .join()
  const none = { include_public: false, include_subscribed: false }
  assert.equal(await list(cleo, {}), 'Garden,general')
  assert.equal(await list(cleo, none), '')
  assert.equal(await list(cleo, { ...none, include_subscribed: true }), 'general')
  assert.equal(await list(cleo, { ...none, include_all: true }), 'Garden,Secret,general')
  assert.equal(await list(cleo, { ...none, include_can_access_content: true }), 'Garden,Secret,general')
  assert.equal(await list(cleo, { ...none, include_default: true }), 'general')
  assert.equal(await list(ada, { ...none, include_all_active: true }), 'Garden,Secret,general')
  assert.equal(await list(ada, { ...none, include_can_access_content: true }), 'Garden,general')
  assert.equal(await list(gus, { include_all: true }), '')
  assert.equal(await list(bot, { ...none, include_owner_subscribed: true }), 'Garden,general')
  await cleo.refused(getChannels, { include_all_active: true }, api.administratorsOnly)
})

test('the email address of a channel is for people who can post there', async ({ ada, ben, cleo, society }) => {
  const bot = await society.join('Bot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  const can_send_message_group = { direct_members: [ben.id], direct_subgroups: [] }
  const stream_id = await make(ben, 'Für alle!', { can_send_message_group })
  const { email } = await ben.call(api.getChannelEmail, { stream_id })
  // there is an address even if the server was started without mail, which clients are told
  assert.equal((await ben.register('realm')).initial.server_takes_mail, false)
  assert.match(email, /^f-r-alle\.[0-9a-z]+-0-[0-9a-f]{24}@/)
  const own = await ben.call(api.getChannelEmail, { stream_id, sender_id: ben.id })
  const bots = await ben.call(api.getChannelEmail, { stream_id, sender_id: bot.id })
  assert.equal(new Set([email, own.email, bots.email]).size, 3)
  await ben.refused(api.getChannelEmail, { stream_id, sender_id: cleo.id }, errors.invalidSender)
  await cleo.refused(api.getChannelEmail, { stream_id }, errors.cannotPost)
  await ada.refused(api.getChannelEmail, { stream_id }, errors.cannotPost)
})

test('if all messages have the empty topic, it is the only one allowed', async ({ ben }) => {
  const stream_id = await make(ben, 'Garden')
  await ben.sends('Hello', { channel: stream_id, topic: '' })
  await ben.call(updateChannel, { stream_id, topics_policy: 'empty_topic_only' })
  await ben.refusedRaw('POST', '/messages', { type: 'channel', to: stream_id, topic: 'Trees', content: 'Hello' })
  await ben.call(updateChannel, { stream_id, topics_policy: 'allow_empty_topic' })
  await ben.sends('Hello', { channel: stream_id, topic: 'Trees' })
  await ben.refused(updateChannel, { stream_id, topics_policy: 'empty_topic_only' }, errors.topicsNotEmpty)
})

test('an event announces the first message of a channel', async ({ ben, cleo }) => {
  const stream_id = await make(ben, 'Garden')
  const watches = await watchAll([ben, cleo])
  const message = { type: 'channel', to: stream_id, topic: 'Trees', content: 'Hello' }
  const { id } = await ben.send('POST', '/messages', message)
  await ben.send('POST', '/messages', message)
  assert.equal((await ben.call(getChannel, { stream_id })).stream.first_message_id, id)
  await agreeAll(watches)
  assert.equal((await watches[1]?.ops())?.length, 1)
})
