import { apiError, endpoint, event, int, state, UserId, z } from '#contract'
import { noSuchUser } from '../../../people/users/errors.ts'

export const cannotMuteSelf = apiError(400, 'BAD_REQUEST', 'Cannot mute self')
export const mutedAlready = apiError(400, 'BAD_REQUEST', 'User already muted')
export const notMuted = apiError(400, 'BAD_REQUEST', 'User is not muted')

const muted_users = z.array(z.object({ id: int, timestamp: int }))

export const muteUser = endpoint('POST /users/me/muted_users/{muted_user_id}', {
  summary: 'Mute a user',
  params: { muted_user_id: UserId },
  errors: [cannotMuteSelf, noSuchUser, mutedAlready],
})

export const unmuteUser = endpoint('DELETE /users/me/muted_users/{muted_user_id}', {
  summary: 'Unmute a user',
  params: { muted_user_id: UserId },
  errors: [noSuchUser, notMuted],
})

export const mutedUsersChanged = event('muted_users', null, { muted_users })
export const mutedUsersState = state('muted_users', muted_users).on(
  mutedUsersChanged,
  (_before, event) => event.muted_users,
)
