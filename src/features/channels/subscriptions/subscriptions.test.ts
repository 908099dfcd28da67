import { botTypes, insufficientPermission, roles } from '#contract'
import { assert, type Person, test } from '#test'
import { fewestStatements } from '../../../../test/harness/fewest-statements.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import { getChannel, getChannelId, getChannels, updateChannel } from '../channels/api.ts'
import { channelNameTaken, invalidChannelId, invalidChannelName, noSuchChannelName } from '../channels/errors.ts'
import * as api from './api.ts'

const { subscribeToChannels, unsubscribeFromChannels, updateSubscriptions } = api
const everything = ['stream', 'subscription', 'default_streams', 'realm_user'] as const

const join = (person: Person, ...names: string[]) =>
  person.call(subscribeToChannels, { subscriptions: names.map((name) => ({ name })) })
const make = async (person: Person, name: string, more: object = {}, others: Person[] = []) => {
  const subscribers = [person.id, ...others.map(({ id }) => id)]
  const { id } = await person.call(api.createChannel, { name, subscribers, ...more })
  return id
}
const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name)

test('new users except guests and bots start in the default channels', async ({ ada, ben, gus, society }) => {
  const bot = await society.join('Bot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  const { stream_id } = await ben.call(getChannelId, { stream: 'General' })
  const { subscribers } = await ada.call(api.getSubscribers, { stream_id })
  assert.deepEqual(subscribers, [ada.id, ben.id])
  assert.equal((await bot.call(api.getSubscriptions)).subscriptions.length, 0)
  await gus.refused(getChannelId, { stream: 'general' }, invalidChannelName)
})

test('subscribing to a new name creates the channel with events', async ({ ada, ben, gus }) => {
  const watches = await Promise.all([ada, ben, gus].map((person) => person.register(...everything)))
  const reply = await join(ben, ' Garden   plans ')
  assert.deepEqual(reply.subscribed, { [ben.id]: ['Garden plans'] })
  assert.deepEqual(reply.already_subscribed, {})
  assert.equal(reply.new_subscription_messages_sent, true)
  const [adas, bens, gusts] = watches
  assert.deepEqual(await adas?.ops(), ['stream/create', 'subscription/peer_add'])
  assert.deepEqual(await bens?.ops(), ['stream/create', 'subscription/add'])
  assert.deepEqual(await gusts?.ops(), [])
  for (const watch of watches) await watch.agreesWithFreshRegister()
})

test('channel names are case-insensitive, and subscribing again reports it', async ({ ada, ben }) => {
  await join(ben, 'Garden')
  const reply = await join(ada, 'gARDEN')
  assert.deepEqual(reply.subscribed, { [ada.id]: ['Garden'] })
  const again = await join(ada, 'garden')
  assert.deepEqual([again.subscribed, again.already_subscribed], [{}, { [ada.id]: ['Garden'] }])
  await ada.refused(api.createChannel, { name: 'GARDEN', subscribers: [] }, channelNameTaken)
})

test('names have 1 to 60 code points and no control characters; descriptions up to 1024', async ({ ben }) => {
  const refuse = (name: string, description = '') =>
    ben.refused(subscribeToChannels, { subscriptions: [{ name, description }] })
  const before = await ben.call(getChannels)
  for (const name of ['', '   ', 'a'.repeat(61), 'a\u0000b', 'a\u0007b', 'line\nbreak', 'half \ud800'])
    await refuse(name)
  await refuse('fine', 'x'.repeat(1025))
  assert.match((await refuse('')).message, /subscriptions/)
  assert.deepEqual(await ben.call(getChannels), before)
  await join(ben, '🍊'.repeat(60))
})

test('people are given by ID or address, and one invalid one refuses all', async ({ ada, ben, cleo, gus }) => {
  const byId = await ada.call(subscribeToChannels, {
    subscriptions: [{ name: 'Garden' }],
    principals: [ben.id, gus.id],
  })
  assert.deepEqual(byId.subscribed, { [ben.id]: ['Garden'], [gus.id]: ['Garden'] })
  const byEmail = await ada.call(subscribeToChannels, { subscriptions: [{ name: 'Garden' }], principals: [cleo.email] })
  assert.deepEqual(byEmail.subscribed, { [cleo.id]: ['Garden'] })
  for (const principals of [[ben.id, 999_999], ['nobody@example.com']])
    await ada.refused(subscribeToChannels, { subscriptions: [{ name: 'New' }], principals }, api.noSuchPrincipal)
  await ada.refused(getChannelId, { stream: 'New' }, invalidChannelName)
})

test('a private channel is visible only to subscribers and administrators', async ({ ada, ben, cleo, ines }) => {
  const watches = await Promise.all([ada, ben, cleo, ines].map((person) => person.register(...everything)))
  const stream_id = await make(ben, 'Secret', { invite_only: true })
  const [adas, bens, cleos, inesWatch] = watches
  assert.deepEqual(await adas?.ops(), ['stream/create', 'subscription/peer_add'])
  assert.deepEqual(await bens?.ops(), ['stream/create', 'subscription/add'])
  assert.deepEqual(await cleos?.ops(), [])
  assert.deepEqual(await inesWatch?.ops(), ['stream/create', 'subscription/peer_add'])
  for (const watch of watches) await watch.agreesWithFreshRegister()
  await cleo.refused(getChannel, { stream_id }, invalidChannelId)
  await cleo.refused(getChannel, { stream_id: 999_999 }, invalidChannelId)
  await cleo.refused(api.getSubscribers, { stream_id }, invalidChannelId)
  await cleo.refused(api.getSubscriptionStatus, { stream_id, user_id: ben.id }, invalidChannelId)
  await cleo.refused(unsubscribeFromChannels, { subscriptions: ['Secret'] }, noSuchChannelName)
  assert.deepEqual((await cleo.call(api.getUserChannels, { user_id: ben.id })).subscribed_channel_ids.length, 1)
  assert.deepEqual((await ines.call(api.getUserChannels, { user_id: ben.id })).subscribed_channel_ids.length, 2)
})

test('authorization errors refuse the whole call or skip the channels', async ({ ben, cleo }) => {
  await make(ben, 'Secret', { invite_only: true })
  const subscriptions = [{ name: 'Secret' }, { name: 'Open' }]
  await cleo.refused(subscribeToChannels, { subscriptions }, api.cannotAccessChannels)
  await cleo.refused(getChannelId, { stream: 'Open' }, invalidChannelName)
  const reply = await cleo.call(subscribeToChannels, { subscriptions, authorization_errors_fatal: false })
  assert.deepEqual(reply.unauthorized, ['Secret'])
  assert.deepEqual(reply.subscribed, { [cleo.id]: ['Open'] })
})

test("a channel the caller can't create is skipped if errors aren't fatal", async ({ ada, ben, gus }) => {
  await make(ada, 'Garden', {}, [gus])
  const subscriptions = [{ name: 'Garden' }, { name: 'Mine' }]
  await gus.refused(subscribeToChannels, { subscriptions }, insufficientPermission)
  const reply = await gus.call(subscribeToChannels, { subscriptions, authorization_errors_fatal: false })
  assert.deepEqual([reply.unauthorized, reply.already_subscribed], [['Mine'], { [gus.id]: ['Garden'] }])
  await ben.refused(getChannelId, { stream: 'Mine' }, invalidChannelName)
})

test('former subscribers still see a public channel, but nothing of private ones', async ({ ben, cleo }) => {
  const open = await make(ben, 'Open', {}, [cleo])
  const secret = await make(ben, 'Secret', { invite_only: true }, [cleo])
  const cleos = await cleo.register(...everything)
  const bens = await ben.register(...everything)
  const left = await cleo.call(unsubscribeFromChannels, { subscriptions: ['open', 'Secret', 'general'] })
  assert.deepEqual(left, { removed: ['Open', 'Secret', 'general'], not_removed: [] })
  await ben.call(subscribeToChannels, { subscriptions: [{ name: 'Secret' }] })
  await ben.call(unsubscribeFromChannels, { subscriptions: ['Secret'] })
  assert.deepEqual(await cleos.ops(), ['subscription/remove', 'stream/delete'])
  assert.deepEqual((await cleos.of('stream'))[0]?.stream_ids, [secret])
  await cleos.agreesWithFreshRegister()
  await bens.agreesWithFreshRegister()
  const again = await cleo.call(unsubscribeFromChannels, { subscriptions: ['open'] })
  assert.deepEqual(again.not_removed, ['Open'])
  await cleo.call(getChannel, { stream_id: open })
})

test('a guest sees a public channel while subscribed', async ({ ada, gus }) => {
  await make(ada, 'Garden')
  const watch = await gus.register(...everything)
  await ada.call(subscribeToChannels, { subscriptions: [{ name: 'Garden' }], principals: [gus.id] })
  assert.deepEqual(await watch.ops(), ['stream/create', 'subscription/add'])
  await watch.agreesWithFreshRegister()
  await ada.call(unsubscribeFromChannels, { subscriptions: ['Garden'], principals: [gus.id] })
  assert.deepEqual((await watch.ops()).slice(2), ['subscription/remove', 'stream/delete'])
  await watch.agreesWithFreshRegister()
  await gus.refused(subscribeToChannels, { subscriptions: [{ name: 'Garden' }] }, api.cannotAccessChannels)
  await gus.refused(subscribeToChannels, { subscriptions: [{ name: 'Mine' }] }, insufficientPermission)
  // when visible again, it's like a channel never joined
  await ada.call(subscribeToChannels, { subscriptions: [{ name: 'Garden' }], principals: [gus.id] })
  await watch.agreesWithFreshRegister()
})

test('administrators, permission holders, and bot owners can unsubscribe others', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const bot = await society.join('Bot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  await make(cleo, 'Garden', {}, [ben, bot])
  const take = (principals: number[]) => ({ subscriptions: ['Garden'], principals })
  await ben.refused(unsubscribeFromChannels, take([cleo.id]), insufficientPermission)
  assert.deepEqual((await ben.call(unsubscribeFromChannels, take([bot.id]))).removed, ['Garden'])
  assert.deepEqual((await cleo.call(unsubscribeFromChannels, take([ben.id]))).removed, ['Garden'])
  assert.deepEqual((await ada.call(unsubscribeFromChannels, take([cleo.id]))).removed, ['Garden'])
})

test('an owner can join a private channel that its last member left', async ({ ada, ben, ines }) => {
  const stream_id = await make(ben, 'Cellar', { invite_only: true, history_public_to_subscribers: true })
  const sent = await ben.sends('Where the key is', { channel: stream_id, topic: 'key' })
  const cellar = { subscriptions: [{ name: 'Cellar' }] }
  const entries = async () => (await ada.call(getAuditLog, { action: 'POST /users/me/subscriptions' })).entries
  await ada.refused(subscribeToChannels, cellar, api.cannotAccessChannels)
  await ben.call(unsubscribeFromChannels, { subscriptions: ['Cellar'] })
  await ines.refused(subscribeToChannels, cellar, api.cannotAccessChannels)
  await ben.refused(subscribeToChannels, cellar, api.cannotAccessChannels)
  await ada.refused(subscribeToChannels, { ...cellar, principals: [ada.id, ben.id] }, api.cannotAccessChannels)
  await join(ada, 'Elsewhere')
  assert.deepEqual(await entries(), [])
  const watch = await ada.register(...everything)
  await ada.call(subscribeToChannels, cellar)
  await watch.agreesWithFreshRegister()
  assert.deepEqual(
    (await entries()).map(({ acting_user_id, params }) => [acting_user_id, params]),
    [[ada.id, cellar]],
  )
  assert.equal(((await ada.send('GET', `/messages/${sent}`)).message as { id: number }).id, sent)
  await ada.call(subscribeToChannels, { ...cellar, principals: [ben.id] })
})

test('one call joins and leaves, all or nothing', async ({ ben }) => {
  await ben.refused(updateSubscriptions, {}, api.nothingToDo)
  const add = [{ name: 'Garden', color: '#00ff00', description: 'Green' }]
  await ben.refused(updateSubscriptions, { add, delete: ['nowhere'] }, noSuchChannelName)
  await ben.refused(getChannelId, { stream: 'Garden' }, invalidChannelName)
  const watch = await ben.register(...everything)
  const reply = await ben.call(updateSubscriptions, { add, delete: ['general'] })
  assert.deepEqual([reply.subscribed, reply.removed], [{ [ben.id]: ['Garden'] }, ['general']])
  await watch.agreesWithFreshRegister()
  const { subscriptions } = await ben.call(api.getSubscriptions)
  assert.deepEqual(
    subscriptions.map(({ name, color, rendered_description }) => [name, color, rendered_description]),
    [['Garden', '#00ff00', '<p>Green</p>']],
  )
})

test('each channel setting can be changed, and muting sends both events', async ({ ben, cleo }) => {
  const stream_id = await make(ben, 'Garden')
  const watch = await ben.register('subscription')
  const cleos = await cleo.register('subscription')
  const change = (property: api.PersonalProperty, value: boolean | string) =>
    ben.call(api.updateSubscriptionProperties, { subscription_data: [{ stream_id, property, value }] })
  await change('is_muted', true)
  await change('in_home_view', true)
  await change('color', '#F00')
  for (const property of api.personalProperties.slice(3)) await change(property, true)
  const told = (await watch.of('subscription', 'update')).map(({ property, value }) => [property, value])
  assert.deepEqual(told.slice(0, 5), [
    ['in_home_view', false],
    ['is_muted', true],
    ['in_home_view', true],
    ['is_muted', false],
    ['color', '#ff0000'],
  ])
  await watch.agreesWithFreshRegister()
  assert.deepEqual(await cleos.ops(), [])
})

test('one invalid entry refuses all channel settings of a call', async ({ ben, cleo }) => {
  const stream_id = await make(ben, 'Garden')
  const other = await make(cleo, 'Other')
  const secret = await make(cleo, 'Secret', { invite_only: true })
  const good = { stream_id, property: 'pin_to_top' as const, value: true }
  const bad = [
    { stream_id, property: 'color' as const, value: 'green' },
    { stream_id, property: 'color' as const, value: true },
    { stream_id, property: 'is_muted' as const, value: 'yes' },
    { stream_id: other, property: 'is_muted' as const, value: true },
    { stream_id: secret, property: 'is_muted' as const, value: true },
    { stream_id: 999_999, property: 'is_muted' as const, value: true },
  ]
  for (const entry of bad) await ben.refused(api.updateSubscriptionProperties, { subscription_data: [good, entry] })
  await ben.refusedRaw('POST', '/users/me/subscriptions/properties', {
    subscription_data: [good, { stream_id, property: 'wallpaper', value: true }],
  })
  const { subscriptions } = await ben.call(api.getSubscriptions)
  assert.ok(subscriptions.every(({ pin_to_top }) => !pin_to_top))
})

test('resubscribing restores previous settings', async ({ ben }) => {
  const stream_id = await make(ben, 'Garden')
  const subscription_data = [{ stream_id, property: 'color' as const, value: '#123456' }]
  await ben.call(api.updateSubscriptionProperties, { subscription_data })
  await ben.call(unsubscribeFromChannels, { subscriptions: ['Garden'] })
  const watch = await ben.register(...everything)
  assert.deepEqual(names(watch.initial.unsubscribed), ['Garden'])
  await join(ben, 'Garden')
  assert.equal((await ben.call(api.getSubscriptions)).subscriptions[1]?.color, '#123456')
  await watch.agreesWithFreshRegister()
})

test('a channel can turn on push notifications for new subscribers only', async ({ ada, ben, cleo }) => {
  const stream_id = await make(ada, 'Alarms', {}, [ben])
  const push = async (person: Person) =>
    (await person.call(api.getSubscriptions)).subscriptions.find((one) => one.stream_id === stream_id)
      ?.push_notifications
  await ada.call(updateChannel, { stream_id, default_push_notifications: true })
  const watch = await cleo.register(...everything)
  await join(cleo, 'Alarms')
  await watch.agreesWithFreshRegister()
  assert.deepEqual([await push(ben), await push(cleo)], [null, true])
  // people who leave keep their choice
  const subscription_data = [{ stream_id, property: 'push_notifications' as const, value: false }]
  await cleo.call(api.updateSubscriptionProperties, { subscription_data })
  await cleo.call(unsubscribeFromChannels, { subscriptions: ['Alarms'] })
  await join(cleo, 'Alarms')
  assert.equal(await push(cleo), false)
})

test('subscribers are included on request', async ({ ada, ben }) => {
  const own = { event_types: ['subscription', 'stream'] }
  for (const include_subscribers of [true, false, 'partial']) {
    const watch = await ben.registerWith({ ...own, include_subscribers })
    const [first] = watch.initial.subscriptions as { subscribers?: number[] }[]
    assert.deepEqual(first?.subscribers, include_subscribers === false ? undefined : [ada.id, ben.id])
    await join(ben, `of ben ${include_subscribers}`)
    await join(ada, `of ada ${include_subscribers}`, `of ben ${include_subscribers}`)
    await watch.agreesWithFreshRegister()
  }
})

test('a register for many channels takes as many statements as for few', async ({ ada, society }) => {
  const { db } = society.org
  const count = () => fewestStatements(db, () => ada.register('subscription', 'stream'))
  const few = await count()
  for (const part of ['one', 'two'])
    await join(ada, ...Array.from({ length: 100 }, (_, index) => `Channel ${part} ${index}`))
  assert.ok((await count()) <= few)
})
