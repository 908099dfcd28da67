import { botTypes, mustBeAdministrator, mustBeHuman, roles, type UserId } from '#contract'
import { assert, test } from '#test'
import { createUser, getUser } from '../users/api.ts'
import { peopleCache } from '../users/cache.ts'
import { fetchApiKey } from '../users/key-api.ts'
import { emailVisibility } from '../users/wire.ts'
import { userSettingsOf } from './access.ts'
import * as api from './api.ts'
import { colorSchemes, type UserSetting, userSettings } from './settings.ts'

function another({ schema, default: initial }: UserSetting): unknown {
  const candidates = [
    !initial,
    1,
    2,
    3,
    60,
    20,
    150,
    'twitter',
    'ding',
    'de',
    'recent',
    'never',
    'all_messages',
    'always',
    'silent',
  ]
  return candidates.find((value) => value !== initial && schema.safeParse(value).success)
}

test('every setting can be changed with an event to its owner that matches register', async ({ ben, cleo }) => {
  const watch = await ben.register('user_settings')
  const other = await cleo.register('user_settings')
  for (const [name, setting] of Object.entries<UserSetting>(userSettings)) {
    const value = another(setting)
    assert.notEqual(value, undefined, name)
    await ben.send('PATCH', '/settings', { [name]: value })
    const [event] = (await watch.of('user_settings')).slice(-1)
    assert.deepEqual([event?.property, event?.value], [name, value])
  }
  await ben.call(api.updateSettings, { timezone: 'Europe/Kyiv' })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(await other.ops(), [])
})

test('a request without changes succeeds without an event', async ({ ben }) => {
  const watch = await ben.register('user_settings', 'realm_user')
  await ben.call(api.updateSettings)
  await ben.call(api.updateSettings, { enter_sends: false, full_name: 'Ben', timezone: '' })
  const { ignored_parameters_unsupported } = await ben.send('PATCH', '/settings/display', { dense_mode: true })
  assert.deepEqual(ignored_parameters_unsupported, ['dense_mode'])
  assert.deepEqual(await watch.ops(), [])
})

test('invalid values are refused by name and change nothing', async ({ ben }) => {
  const watch = await ben.register('user_settings', 'realm_user')
  for (const [name, value] of [
    ['color_scheme', 7],
    ['enter_sends', 'maybe'],
    ['emojiset', 'apple'],
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+01:00'],
    ['full_name', ''],
    ['email_notifications_batching_period_seconds', 0],
    ['web_font_size_px', 200],
  ] as const) {
    const error = await ben.refusedRaw('PATCH', '/settings', { starred_message_counts: false, [name]: value })
    assert.match(error.message, new RegExp(name))
  }
  assert.deepEqual(await watch.ops(), [])
})

test('a new name or time zone is sent to everyone', async ({ ada, ben, gus }) => {
  const watch = await gus.register('realm_user')
  await ben.call(api.updateSettings, { full_name: 'Bên 王', timezone: 'Asia/Kolkata' })
  await watch.agreesWithFreshRegister()
  assert.equal((await gus.call(getUser, { user_id: ben.id })).user.timezone, 'Asia/Kolkata')
  await ada.send('PATCH', '/realm', { name_changes_disabled: true })
  await ben.refused(api.updateSettings, { full_name: 'Ben' }, api.namesAreFixed)
  await ada.call(api.updateSettings, { full_name: 'Countess' })
})

test('changing a password requires the old one', async ({ ada }) => {
  const now = 'correct horse battery'
  const next = 'another staple'
  await ada.refused(api.updateSettings, { new_password: next }, api.oldPasswordMissing)
  await ada.refused(api.updateSettings, { old_password: 'guess', new_password: next }, api.wrongPassword)
  await ada.refused(api.updateSettings, { old_password: now, new_password: 'short' })
  await ada.call(api.updateSettings, { old_password: now, new_password: next })
  await ada.refused(fetchApiKey, { username: ada.email, password: now })
  await ada.call(fetchApiKey, { username: ada.email, password: next })
})

test('changed defaults apply only to later users', async ({ ada, ines, ben }) => {
  const watch = await ben.register('realm_user_settings_defaults', 'user_settings')
  await ines.call(api.updateDefaults, {
    enter_sends: true,
    web_font_size_px: 20,
    email_address_visibility: emailVisibility.nobody,
  })
  await ben.refused(api.updateDefaults, { enter_sends: true }, mustBeAdministrator)
  await ines.refusedRaw('PATCH', '/realm/user_settings_defaults', { web_font_size_px: 1 })
  assert.deepEqual(await watch.ops(), Array(3).fill('realm_user_settings_defaults/update'))
  await watch.agreesWithFreshRegister()
  const made = { email: 'new@example.org', password: 'long enough', full_name: 'New' }
  const { user_id } = await ada.call(createUser, made)
  const settingsNow = (id: UserId) => {
    const account = ada.org.get(peopleCache).byId.get(id)
    return account && userSettingsOf(account)
  }
  assert.deepEqual([settingsNow(user_id)?.enter_sends, settingsNow(user_id)?.web_font_size_px], [true, 20])
  assert.deepEqual([settingsNow(ben.id)?.enter_sends, settingsNow(ben.id)?.web_font_size_px], [false, 16])
})

test('both names of the recent view are accepted and returned as set', async ({ ada, ben }) => {
  const watch = await ben.register('user_settings', 'realm_user_settings_defaults')
  const home = (state: Record<string, unknown>) =>
    ['user_settings', 'realm_user_settings_defaults'].map(
      (name) => (state[name] as { web_home_view: string }).web_home_view,
    )
  for (const view of ['recent_topics', 'recent'] as const) {
    await ben.call(api.updateSettings, { web_home_view: view })
    await ada.call(api.updateDefaults, { web_home_view: view })
    await watch.agreesWithFreshRegister()
    assert.deepEqual(home(watch.reduced()), [view, view])
    const made = { email: `${view}@example.org`, password: 'long enough', full_name: 'New' }
    const { user_id } = await ada.call(createUser, made)
    assert.equal(ada.org.get(peopleCache).byId.get(user_id)?.settings.web_home_view, view)
  }
})

test("administrators change many users' settings except private ones", async ({
  ada,
  ines,
  ben,
  cleo,
  gus,
  society,
}) => {
  const robot = await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const [bens, cleos] = await Promise.all([ben, cleo].map((one) => one.register('user_settings')))
  await ben.call(api.updateSettings, { color_scheme: colorSchemes.dark })
  await ben.call(api.updateSettings, { color_scheme: colorSchemes.automatic })
  const user_ids = [ben.id, cleo.id]
  await ines.call(api.updateSettings, {
    target_users: { user_ids, skip_if_already_edited: true },
    color_scheme: colorSchemes.light,
    enter_sends: true,
  })
  assert.deepEqual((await bens?.of('user_settings'))?.map(({ property, value }) => [property, value]).slice(2), [
    ['enter_sends', true],
  ])
  assert.equal((await cleos?.ops())?.length, 2)
  await bens?.agreesWithFreshRegister()
  await cleos?.agreesWithFreshRegister()
  const { user_groups } = (await ada.send('GET', '/user_groups')) as { user_groups: { id: number; name: string }[] }
  const everyone = user_groups.find(({ name }) => name === 'role:everyone')?.id as number
  await ines.call(api.updateSettings, { target_users: { group_ids: [everyone] }, starred_message_counts: false })
  const account = ada.org.get(peopleCache).byId.get(gus.id)
  assert.equal(account?.settings.starred_message_counts, false)
  const target_users = { user_ids }
  await ines.refused(api.updateSettings, { target_users, presence_enabled: false }, api.notForOthers)
  await ines.refused(api.updateSettings, { target_users, full_name: 'X' }, api.notForOthers)
  await ines.refused(api.updateSettings, { target_users: {}, enter_sends: true }, api.hasNoTarget)
  await ines.refused(api.updateSettings, { target_users: { user_ids: [robot.id] }, enter_sends: true })
  await ben.refused(api.updateSettings, { target_users, enter_sends: true }, mustBeAdministrator)
  await robot.refused(api.updateSettings, { enter_sends: true }, mustBeHuman)
})

test('older clients find settings at the top level', async ({ ada }) => {
  assert.equal((await ada.registerWith({})).initial.twenty_four_hour_time, undefined)
  const watch = await ada.registerWith({
    event_types: ['user_settings'],
    fetch_event_types: ['user_settings', 'update_display_settings', 'update_global_notifications'],
  })
  assert.equal(watch.initial.twenty_four_hour_time, false)
  assert.equal(watch.initial.pm_content_in_desktop_notifications, true)
  await ada.send('PATCH', '/settings', { twenty_four_hour_time: true })
  await watch.drain()
  assert.equal(watch.reduced().twenty_four_hour_time, true)
})
