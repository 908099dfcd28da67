import { mustBeAdministrator } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { updateOwnStatus } from '../../messages/user-status/api.ts'
import { createField, updateProfile } from '../profile-fields/api.ts'
import { fieldTypes } from '../profile-fields/field-types.ts'
import * as api from './api.ts'
import * as keyApi from './key-api.ts'

const say = async (from: Person, to: object, content: string) =>
  (await from.send('POST', '/messages', { ...to, content })).id as number
const there = async (reader: Person, ids: number[]) => {
  const { messages } = await reader.send('GET', '/messages', { message_ids: ids })
  return (messages as { id: number }[]).map(({ id }) => id)
}

test('deleting an account deletes its profile and the chosen messages only', async ({ society, ada, ben, cleo }) => {
  const everywhere = await makeChannel(society.org, 'open', [ada, ben, cleo])
  const closed = await makeChannel(society.org, 'closed', [ada, ben, cleo], { invite_only: true })
  const inOpen = { type: 'channel', to: everywhere, topic: 'x' }
  const inClosed = { type: 'channel', to: closed, topic: 'x' }
  const directly = { type: 'direct', to: [cleo.id] }
  const [open, secret, direct] = [
    await say(ben, inOpen, 'a'),
    await say(ben, inClosed, 'b'),
    await say(ben, directly, 'c'),
  ]
  const others = [await say(cleo, inOpen, 'd'), await say(cleo, { type: 'direct', to: [ben.id] }, 'e')]
  const { id } = await ada.call(createField, { field_type: fieldTypes.SHORT_TEXT.id, name: 'Nickname' })
  await ben.call(updateProfile, { data: [{ id, value: 'Benny' }] })
  await ben.call(updateOwnStatus, { status_text: 'here' })
  const watch = await cleo.register('realm_user', 'message', 'user_status')
  const gone = { user_id: ben.id }
  await cleo.refused(api.deactivateUser, { ...gone, actions: { delete_profile: true } }, mustBeAdministrator)

  await ada.call(api.deactivateUser, { ...gone, actions: { delete_public_channel_messages: true } })
  assert.deepEqual(await there(cleo, [open, secret, direct, ...others]), [secret, direct, ...others])
  await watch.agreesWithFreshRegister({ except: ['max_message_id'] })
  const before = await cleo.call(api.getUser, { ...gone, include_custom_profile_fields: true })
  assert.deepEqual([before.user.full_name, before.user.is_deleted], ['Ben', undefined])

  // further deletions can be requested later
  await ada.call(api.deactivateUser, { ...gone, actions: { delete_private_channel_messages: true } })
  assert.deepEqual(await there(cleo, [secret, direct, ...others]), [direct, ...others])
  await ada.call(api.deactivateUser, { ...gone, actions: { delete_profile: true, delete_direct_messages: true } })
  assert.deepEqual(await there(cleo, [direct, ...others]), others)
  const { user } = await cleo.call(api.getUser, { ...gone, include_custom_profile_fields: true })
  assert.deepEqual(
    [user.full_name, user.is_active, user.is_deleted, user.profile_data],
    [`Deleted user ${ben.id}`, false, true, {}],
  )
  assert.ok(!JSON.stringify(user).includes(ben.email))
  await watch.agreesWithFreshRegister({ except: ['max_message_id'] })
  await ada.refused(api.reactivateUser, gone, api.profileIsDeleted)
  await ada.refused(keyApi.fetchApiKey, { username: ben.email, password: 'x' })
  assert.equal(
    (await ada.call(api.createUser, { email: ben.email, full_name: 'Ben', password: 'long enough' })).user_id > ben.id,
    true,
  )
})

test('many messages are deleted in short transactions', async ({ society, ada, ben }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const ids: number[] = []
  for (let at = 0; at < 205; at++) ids.push(await say(ben, { type: 'channel', to: lunch, topic: 'x' }, `${at}`))
  const kept = await say(ada, { type: 'channel', to: lunch, topic: 'x' }, 'kept')
  await ada.call(api.deactivateUser, { user_id: ben.id, actions: { delete_public_channel_messages: true } })
  assert.deepEqual(await there(ada, [...ids, kept]), [kept])
})
