import { roles } from '#contract'
import { assert, test } from '#test'
import { groupsCache } from '../groups/cache.ts'
import { updateUser } from '../users/api.ts'
import { updateOrganization } from './api.ts'

const names = [
  'can_create_streams',
  'can_create_public_streams',
  'can_create_private_streams',
  'can_create_web_public_streams',
  'can_subscribe_other_users',
  'can_invite_others_to_realm',
]

test('older permission flags follow from settings, groups, and role', async ({ ada, ben, gus }) => {
  const id = (name: string) => ada.org.get(groupsCache).system(name).id
  const types = ['realm_user', 'realm', 'user_group', 'realm_user_groups']
  const watch = await ben.register(...types)
  const rights = (state: Record<string, unknown>) => names.map((name) => state[name])
  assert.deepEqual(rights(watch.initial), [true, true, true, false, true, true])
  assert.deepEqual(rights((await gus.register('realm_user')).initial), Array(6).fill(false))
  const changed = async () => {
    await watch.agreesWithFreshRegister()
    return rights(watch.reduced())
  }
  await ada.call(updateOrganization, { can_create_public_channel_group: id('role:administrators') })
  assert.deepEqual(await changed(), [true, false, true, false, true, true])
  await ada.call(updateOrganization, { enable_spectator_access: true })
  await ada.call(updateOrganization, { can_invite_users_group: id('role:moderators') })
  assert.deepEqual(await changed(), [true, false, true, false, true, false])
  await ada.call(updateUser, { user_id: ben.id, role: roles.owner })
  assert.deepEqual(await changed(), Array(6).fill(true))
  await ada.call(updateUser, { user_id: ben.id, role: roles.guest })
  assert.deepEqual(await changed(), Array(6).fill(false))
})
