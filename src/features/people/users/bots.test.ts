import { botTypes, mustBeHuman, roles, type UserId } from '#contract'
import { assert, Person, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { noSuchChannelName } from '../../channels/channels/errors.ts'
import type { Account } from './account.ts'
import { createUser, deactivateUser, getOwnUser, getUser, userUpdated } from './api.ts'
import * as api from './bot-api.ts'
import { serviceInterfaces } from './bot-wire.ts'
import { peopleCache } from './cache.ts'

const accountOf = ({ org }: TestOrganization, id: UserId) => org.get(peopleCache).byId.get(id) as Account

test('a bot has an owner, key, and address, with events for its administrators', async ({ ada, ben, cleo }) => {
  const [boss, owner, other] = await Promise.all([ada, ben, cleo].map((one) => one.register('realm_bot', 'realm_user')))
  const made = await ben.call(api.createBot, { full_name: 'Loom', short_name: 'Loom' })
  assert.equal(
    (await ben.call(api.getBots)).bots[0]?.username,
    `loom-bot@${ben.email.split('@')[1]?.replace('.example', '.loquat.test')}`,
  )
  assert.deepEqual(await boss?.ops(), ['realm_user/add', 'realm_bot/add'])
  assert.deepEqual(await owner?.ops(), ['realm_user/add', 'realm_bot/add'])
  assert.deepEqual(await other?.ops(), ['realm_user/add'])
  for (const watch of [boss, owner, other]) {
    assert.ok(!JSON.stringify(watch?.events).includes(made.api_key), 'events carry no keys')
    await watch?.agreesWithFreshRegister()
  }
  const { user } = await cleo.call(getUser, { user_id: made.user_id })
  assert.deepEqual([user.is_bot, user.bot_type, user.bot_owner_id], [true, 1, ben.id])
})

test('a bot is changed by its owner and administrators, and invisible to others', async ({ ada, ben, cleo, gus }) => {
  const watches = await Promise.all([ada, ben, cleo, gus].map((one) => one.register('realm_bot', 'realm_user')))
  const { user_id: bot_id } = await ben.call(api.createBot, {
    full_name: 'Hook',
    short_name: 'hook',
    bot_type: botTypes.outgoingWebhook,
    payload_url: '"https://hooks.example.org/in"',
  })
  await ben.call(api.updateBot, {
    bot_id,
    full_name: 'Crook',
    service_interface: serviceInterfaces.slack,
    default_all_public_streams: true,
  })
  assert.deepEqual(await ada.call(api.updateBot, { bot_id, bot_owner_id: cleo.id, short_name: 'crook' }), {
    full_name: 'Crook',
    avatar_url: `/avatar/${bot_id}?version=1`,
    bot_owner: 'Cleo',
  })
  for (const stranger of [ben, gus]) {
    await stranger.refused(api.updateBot, { bot_id, full_name: 'Mine' }, api.updateBot.errors[0])
    await stranger.refused(api.getBotApiKey, { bot_id })
    await stranger.refused(api.regenerateBotApiKey, { bot_id })
    await stranger.refused(api.deactivateBot, { bot_id })
  }
  const { api_key } = await cleo.call(api.getBotApiKey, { bot_id })
  assert.notEqual((await cleo.call(api.regenerateBotApiKey, { bot_id })).api_key, api_key)
  await cleo.call(api.deactivateBot, { bot_id })
  assert.deepEqual((await cleo.call(api.getBots)).bots, [])
  for (const watch of watches) await watch.agreesWithFreshRegister()
})

test('the organization decides who can create bots', async ({ ada, ines, ben, gus, society }) => {
  const bot = { full_name: 'B', short_name: 'b' }
  await gus.refused(api.createBot, bot, api.cannotCreateBots)
  const admins = { direct_members: [ines.id, gus.id], direct_subgroups: [] }
  await ada.send('PATCH', '/realm', { can_create_bots_group: admins })
  await ben.refused(api.createBot, bot, api.cannotCreateBots)
  await gus.refused(api.createBot, bot, api.cannotCreateBots)
  await ben.call(api.createBot, { ...bot, bot_type: botTypes.incomingWebhook })
  await ines.call(api.createBot, { ...bot, short_name: 'c' })
  const robot = await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  await robot.refused(api.createBot, bot, mustBeHuman)
  await ines.refused(api.createBot, { ...bot, short_name: 'c' }, createUser.errors[0])
  await ines.refused(api.createBot, { ...bot, short_name: 'no spaces' }, api.badShortName)
  await ines.refused(api.createBot, { ...bot, short_name: 'd', bot_type: botTypes.outgoingWebhook }, api.badPayloadUrl)
  await ines.refused(api.createBot, {
    ...bot,
    short_name: 'd',
    bot_type: botTypes.outgoingWebhook,
    payload_url: 'javascript:1',
  })
  await ines.refused(api.createBot, { ...bot, short_name: 'd', bot_type: botTypes.embedded }, api.noEmbeddedBots)
})

test("only administrators set a bot's role, up to their own", async ({ ada, ines, ben }) => {
  const { user_id: bot_id } = await ben.call(api.createBot, { full_name: 'B', short_name: 'b' })
  await ben.refused(api.updateBot, { bot_id, role: roles.administrator })
  await ines.refused(api.updateBot, { bot_id, role: roles.owner })
  await ines.call(api.updateBot, { bot_id, role: roles.administrator })
  await ada.call(api.updateBot, { bot_id, role: roles.owner })
})

test('a new owner gets a new key, and the old owner’s key stops working', async ({ ada, ben, cleo, society }) => {
  const { user_id: bot_id } = await ben.call(api.createBot, {
    full_name: 'Hook',
    short_name: 'hook',
    bot_type: botTypes.outgoingWebhook,
    payload_url: 'https://hooks.example.org/in',
  })
  const before = accountOf(society, bot_id)
  const bot = new Person(society.server, society.org, society.subdomain, before)
  await bot.call(getOwnUser)
  const watches = await Promise.all([ada, ben, cleo].map((one) => one.register('realm_bot', 'realm_user')))
  await ben.call(api.updateBot, { bot_id, bot_owner_id: cleo.id, default_all_public_streams: true })
  await bot.refused(getOwnUser, {})
  await ben.refused(api.getBotApiKey, { bot_id }, api.updateBot.errors[0])
  const { api_key } = await cleo.call(api.getBotApiKey, { bot_id })
  assert.notEqual(api_key, before.apiKey)
  const after = accountOf(society, bot_id)
  assert.notEqual(after.botSettings.service?.token, before.botSettings.service?.token)
  await new Person(society.server, society.org, society.subdomain, after).call(getOwnUser)
  for (const watch of watches) {
    await watch.agreesWithFreshRegister()
    assert.ok(!JSON.stringify(watch.events).includes(api_key))
  }
  assert.ok(!JSON.stringify(watches[1]?.events).includes(after.botSettings.service?.token as string))
  // no change of owner, no new key
  await cleo.call(api.updateBot, { bot_id, bot_owner_id: cleo.id, full_name: 'Crook' })
  assert.equal((await cleo.call(api.getBotApiKey, { bot_id })).api_key, api_key)
})

test('only administrators give a bot to someone with a higher role', async ({ ada, ines, ben, momo, cleo }) => {
  const { user_id: bot_id } = await ben.call(api.createBot, { full_name: 'B', short_name: 'b' })
  const { api_key } = await ben.call(api.getBotApiKey, { bot_id })
  for (const above of [momo, ines, ada])
    await ben.refused(api.updateBot, { bot_id, bot_owner_id: above.id, full_name: 'C' }, api.botOwnerRank)
  assert.deepEqual(
    (await ben.call(api.getBots)).bots.map((bot) => [bot.full_name, bot.api_key]),
    [['B', api_key]],
  )
  await ines.call(api.updateBot, { bot_id, bot_owner_id: momo.id })
  await momo.refused(api.updateBot, { bot_id, bot_owner_id: ines.id }, api.botOwnerRank)
  await momo.call(api.updateBot, { bot_id, bot_owner_id: cleo.id })
  await ines.call(api.updateBot, { bot_id, bot_owner_id: ada.id })
})

test('reactivating a bot whose owner is deactivated gives it to the caller', async ({ ada, ben }) => {
  const watch = await ada.register('realm_user')
  const { user_id } = await ben.call(api.createBot, { full_name: 'B', short_name: 'b' })
  const { api_key } = await ben.call(api.getBotApiKey, { bot_id: user_id })
  await ada.call(deactivateUser, { user_id: ben.id })
  await ada.send('POST', `/users/${user_id}/reactivate`)
  assert.notEqual((await ada.call(api.getBotApiKey, { bot_id: user_id })).api_key, api_key)
  const owners = (await watch.of(userUpdated.type, 'update')).map(
    ({ person }) => (person as { bot_owner_id?: number }).bot_owner_id,
  )
  assert.ok(owners.includes(ada.id))
  await watch.agreesWithFreshRegister()
  await ben.refused(getOwnUser, {})
})

test('a bot has default channels, sent to its administrators with changes', async ({ ada, ben, cleo, society }) => {
  const id = await makeChannel(society.org, 'looms', [ada, ben])
  const secret = await makeChannel(society.org, 'secret looms', [ada, ben], { invite_only: true })
  const watches = await Promise.all([ada, ben, cleo].map((one) => one.register('realm_bot')))
  const names = { default_sending_stream: 'Looms', default_events_register_stream: 'looms' }
  const made = await ben.call(api.createBot, { full_name: 'B', short_name: 'b', ...names })
  assert.deepEqual([made.default_sending_stream, made.default_events_register_stream], ['looms', 'looms'])
  const bot_id = made.user_id
  const shown = async () => {
    const [bot] = (await ben.call(api.getBots)).bots
    return [bot?.default_sending_stream, bot?.default_events_register_stream, bot?.default_all_public_streams]
  }
  await ada.send('PATCH', `/streams/${id}`, { new_name: 'weaving' })
  assert.deepEqual(await shown(), ['weaving', 'weaving', false])
  await ben.call(api.updateBot, { bot_id, default_events_register_stream: '', default_all_public_streams: true })
  assert.deepEqual(await shown(), ['weaving', null, true])
  assert.deepEqual(await watches[1]?.ops(), ['add', 'update', 'update'])
  assert.deepEqual(await watches[2]?.ops(), [])
  for (const name of ['secret looms', 'nonsense']) {
    await ben.refused(api.updateBot, { bot_id, default_sending_stream: name }, noSuchChannelName)
    await ben.refused(
      api.createBot,
      { full_name: 'C', short_name: 'c', default_sending_stream: name },
      noSuchChannelName,
    )
  }
  await ada.send('PATCH', `/streams/${secret}`, { new_name: 'very secret looms' })
  assert.deepEqual(await watches[1]?.ops(), ['add', 'update', 'update'])
  // the name of a channel that became private isn't sent
  await ada.send('PATCH', `/streams/${id}`, { is_private: true })
  assert.deepEqual(await shown(), [null, null, true])
  for (const watch of watches) await watch.agreesWithFreshRegister()
})

test("a bot's default channels apply to sending and events", async ({ ada, ben, society }) => {
  await makeChannel(society.org, 'looms', [ada, ben])
  await makeChannel(society.org, 'spinning', [ada, ben])
  const names = { default_sending_stream: 'looms', default_events_register_stream: 'looms' }
  const made = await ben.call(api.createBot, {
    full_name: 'B',
    short_name: 'b',
    default_all_public_streams: true,
    ...names,
  })
  const bot = new Person(society.server, society.org, society.subdomain, accountOf(society, made.user_id))
  const watch = await bot.registerWith({ event_types: ['message'], narrow: [] })
  const all = await bot.registerWith({ event_types: ['message'], narrow: [['channel', 'spinning']] })
  const own = await bot.registerWith({ event_types: ['message'], all_public_streams: false })
  await bot.send('POST', '/messages', { type: 'stream', topic: 'news', content: 'from the bot' })
  await ada.sends('hello', { channel: 'looms', topic: 'news' })
  await ada.sends('elsewhere', { channel: 'spinning', topic: 'news' })
  const contents = async (one: typeof watch) =>
    (await one.of('message')).map(({ message }) => (message as { content: string }).content.replace(/<\/?p>/g, ''))
  assert.deepEqual(await contents(watch), ['from the bot', 'hello'])
  assert.deepEqual(await contents(all), ['elsewhere'])
  assert.deepEqual(await contents(own), [])
  const missing = await bot.refusedRaw('POST', '/messages', { type: 'direct', content: 'to whom?' })
  assert.equal(missing.code, 'REQUEST_VARIABLE_MISSING')
  await ben.refusedRaw('POST', '/messages', { type: 'stream', topic: 'news', content: 'to where?' })
})
