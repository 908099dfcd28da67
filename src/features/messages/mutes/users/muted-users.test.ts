import { assert, test } from '#test'
import { noSuchUser } from '../../../people/users/errors.ts'
import * as api from './api.ts'
import { mutedUsersCache } from './cache.ts'

test('muting and unmuting people sends events only to the user', async ({ ada, ben, cleo, gus }) => {
  const watch = await ada.register('muted_users')
  const other = await ben.register('muted_users')
  await ada.call(api.muteUser, { muted_user_id: ben.id })
  await ada.call(api.muteUser, { muted_user_id: gus.id })
  await cleo.call(api.muteUser, { muted_user_id: ben.id })
  const muted = ada.org.get(mutedUsersCache)
  assert.deepEqual([muted.isMuted(ada.id, ben.id), muted.isMuted(ben.id, ada.id)], [true, false])
  assert.deepEqual([...muted.usersWhoMuted(ben.id)].sort(), [ada.id, cleo.id].sort())
  await ada.refused(api.muteUser, { muted_user_id: ben.id }, api.mutedAlready)
  await ada.refused(api.muteUser, { muted_user_id: ada.id }, api.cannotMuteSelf)
  await ada.refused(api.muteUser, { muted_user_id: 987_654 }, noSuchUser)
  await watch.agreesWithFreshRegister()
  await ada.call(api.unmuteUser, { muted_user_id: ben.id })
  await ada.refused(api.unmuteUser, { muted_user_id: ben.id }, api.notMuted)
  await watch.agreesWithFreshRegister()
  assert.deepEqual([...muted.usersWhoMuted(ben.id)], [cleo.id])
  assert.deepEqual(await other.ops(), [])
})
