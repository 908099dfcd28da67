import { mustBeHuman } from '#contract'
import { assert, test } from '#test'
import { createUser, deactivateUser, getOwnUser, getUser, userUpdated } from './api.ts'
import * as api from './bot-api.ts'

test('a bot has an owner, a key and an address, and those who administer it hear of it', async ({ ada, ben, cleo }) => {
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

test('a bot is changed by its owner and by administrators, and is unknown to others', async ({
  ada,
  ben,
  cleo,
  gus,
}) => {
  const watches = await Promise.all([ada, ben, cleo, gus].map((one) => one.register('realm_bot', 'realm_user')))
  const { user_id: bot_id } = await ben.call(api.createBot, {
    full_name: 'Hook',
    short_name: 'hook',
    bot_type: 3,
    payload_url: '"https://hooks.example.org/in"',
  })
  await ben.call(api.updateBot, { bot_id, full_name: 'Crook', service_interface: 2, default_all_public_streams: true })
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

test('who creates bots is for the organization to say', async ({ ada, ines, ben, gus, society }) => {
  const bot = { full_name: 'B', short_name: 'b' }
  await gus.refused(api.createBot, bot, api.cannotCreateBots)
  const admins = { direct_members: [ines.id, gus.id], direct_subgroups: [] }
  await ada.send('PATCH', '/realm', { can_create_bots_group: admins })
  await ben.refused(api.createBot, bot, api.cannotCreateBots)
  await gus.refused(api.createBot, bot, api.cannotCreateBots)
  await ben.call(api.createBot, { ...bot, bot_type: 2 })
  await ines.call(api.createBot, { ...bot, short_name: 'c' })
  const robot = await society.join('Robot', 400, { bot_type: 1, bot_owner_id: ada.id })
  await robot.refused(api.createBot, bot, mustBeHuman)
  await ines.refused(api.createBot, { ...bot, short_name: 'c' }, createUser.errors[0])
  await ines.refused(api.createBot, { ...bot, short_name: 'no spaces' }, api.badShortName)
  await ines.refused(api.createBot, { ...bot, short_name: 'd', bot_type: 3 }, api.badPayloadUrl)
  await ines.refused(api.createBot, { ...bot, short_name: 'd', bot_type: 3, payload_url: 'javascript:1' })
  await ines.refused(api.createBot, { ...bot, short_name: 'd', bot_type: 4 }, api.noEmbeddedBots)
})

test('nobody but administrators gives a bot a role, and none above their own', async ({ ada, ines, ben }) => {
  const { user_id: bot_id } = await ben.call(api.createBot, { full_name: 'B', short_name: 'b' })
  await ben.refused(api.updateBot, { bot_id, role: 200 })
  await ines.refused(api.updateBot, { bot_id, role: 100 })
  await ines.call(api.updateBot, { bot_id, role: 200 })
  await ada.call(api.updateBot, { bot_id, role: 100 })
})

test('a bot whose owner is gone belongs to whoever brings it back', async ({ ada, ben }) => {
  const watch = await ada.register('realm_user')
  const { user_id } = await ben.call(api.createBot, { full_name: 'B', short_name: 'b' })
  await ada.call(deactivateUser, { user_id: ben.id })
  await ada.send('POST', `/users/${user_id}/reactivate`)
  const owners = (await watch.of(userUpdated.type, 'update')).map(
    ({ person }) => (person as { bot_owner_id?: number }).bot_owner_id,
  )
  assert.ok(owners.includes(ada.id))
  await watch.agreesWithFreshRegister()
  await ben.refused(getOwnUser, {})
})
