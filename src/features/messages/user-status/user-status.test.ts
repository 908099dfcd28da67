import { botTypes, mustBeAdministrator, roles } from '#contract'
import { assert, test } from '#test'
import { deactivateUser, reactivateUser } from '../../people/users/api.ts'
import { at, noon, passTo } from '../scheduled-messages/fixture.ts'
import * as api from './api.ts'

test.afterEach(({ server }) => server.clock.release())

test('a status reaches everyone, and a fresh register agrees', async ({ ada, ben, gus }) => {
  const watch = await gus.register('user_status', 'realm_user')
  const statusOf = async (user_id: number) => (await gus.call(api.getUserStatus, { user_id })).status
  await ben.call(api.updateOwnStatus, { status_text: ' weaving ', emoji_name: 'car' })
  const car = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' }
  assert.deepEqual(await statusOf(ben.id), { status_text: 'weaving', ...car })
  await ben.call(api.updateOwnStatus, { status_text: '' })
  assert.deepEqual(await statusOf(ben.id), car)
  await ada.call(api.updateUserStatus, { user_id: ben.id, status_text: 'away on business' })
  await ben.call(api.updateOwnStatus, { emoji_name: '', emoji_code: '', reaction_type: '' })
  const none = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }
  assert.deepEqual((await watch.of('user_status')).at(-1), { type: 'user_status', user_id: ben.id, ...none })
  assert.deepEqual(await statusOf(ben.id), { status_text: 'away on business' })
  await watch.agreesWithFreshRegister()
  await ben.call(api.updateOwnStatus, { status_text: '' })
  await ada.call(api.updateOwnStatus, { status_text: 'x', emoji_name: 'zulip' })
  assert.deepEqual(await statusOf(ben.id), {})
  await watch.agreesWithFreshRegister()
})

test('a status with an end is cleared then, unless it was changed', async ({ ada, ben, server }) => {
  server.clock.set(new Date(noon * 1000))
  const watch = await ada.register('user_status')
  const statusOf = async (user_id: number) => (await ada.call(api.getUserStatus, { user_id })).status
  const until = at(60)
  await ben.call(api.updateOwnStatus, { status_text: 'lunch', until })
  assert.deepEqual(await statusOf(ben.id), { status_text: 'lunch', until })
  await watch.agreesWithFreshRegister()
  await ben.call(api.updateOwnStatus, { status_text: 'a long lunch' })
  await watch.agreesWithFreshRegister()
  await passTo(server, 120)
  assert.deepEqual(await statusOf(ben.id), { status_text: 'a long lunch' })

  await ben.call(api.updateOwnStatus, { emoji_name: 'car', until: at(121) })
  await passTo(server, 122)
  assert.deepEqual(await statusOf(ben.id), {})
  await watch.agreesWithFreshRegister()
  await ben.refused(api.updateOwnStatus, { status_text: 'before', until: at(122) }, api.endsBefore)
  await ben.refused(api.updateOwnStatus, { until: at(130) }, api.nothingGiven)
})

test('users who hide their presence are away to older clients', async ({ ada, ben }) => {
  const watch = await ada.register('user_status')
  await ben.call(api.updateOwnStatus, { away: true, status_text: 'hidden' })
  assert.deepEqual(await ada.call(api.getUserStatus, { user_id: ben.id }), {
    status: { away: true, status_text: 'hidden' },
  })
  await watch.agreesWithFreshRegister()
  await ben.call(api.updateOwnStatus, { away: false })
  await watch.agreesWithFreshRegister()
})

test('an empty status, a long one, and unknown emoji are refused', async ({ ada, ben, momo }) => {
  await ben.refused(api.updateOwnStatus, {}, api.nothingGiven)
  await ben.refused(api.updateOwnStatus, { status_text: 'x'.repeat(61) })
  await ben.call(api.updateOwnStatus, { status_text: '王'.repeat(60) })
  await ben.refused(api.updateOwnStatus, { emoji_code: '1f697' }, api.emojiNameMissing)
  await ben.refused(api.updateOwnStatus, { emoji_name: 'no_such_emoji' })
  await ben.refused(api.updateOwnStatus, { emoji_name: 'car', emoji_code: '1f600' })
  await momo.refused(api.updateUserStatus, { user_id: ben.id, status_text: 'x' }, mustBeAdministrator)
  await ada.refused(api.getUserStatus, { user_id: 987_654 })
  const watch = await ada.register('user_status', 'realm_user')
  await ada.call(deactivateUser, { user_id: ben.id })
  await watch.agreesWithFreshRegister()
  assert.deepEqual((await ada.register('user_status')).initial.user_status, {})
  await ada.call(reactivateUser, { user_id: ben.id })
  await watch.agreesWithFreshRegister()
})

test('a bot is never away, whatever its settings', async ({ society, ada }) => {
  const bot = await society.join('Robo', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const watch = await ada.register('user_status')
  await bot.call(api.updateOwnStatus, { away: true })
  await watch.agreesWithFreshRegister()
})

test('a new user whose presence is hidden by default is away', async ({ society, ada }) => {
  await ada.send('PATCH', '/realm/user_settings_defaults', { presence_enabled: false })
  const watch = await ada.register('user_status', 'realm_user')
  await society.join('Dan')
  await watch.agreesWithFreshRegister()
})

test("a deactivated user's status is sent on reactivation", async ({ ada, ben }) => {
  const watch = await ada.register('user_status', 'realm_user')
  await ada.call(deactivateUser, { user_id: ben.id })
  await ada.call(api.updateUserStatus, { user_id: ben.id, status_text: 'gone' })
  await watch.agreesWithFreshRegister()
  await ada.call(reactivateUser, { user_id: ben.id })
  await watch.agreesWithFreshRegister()
})
