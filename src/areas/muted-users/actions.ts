import { seconds, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import { hook } from '#platform/serve'
import { knownUser } from '../users/access/index.ts'
import { cannotMuteSelf, mutedAlready, mutedUsersChanged, notMuted } from './api.ts'
import { mutedUsersMirror } from './mirror.ts'
import * as store from './store.ts'

/** After somebody muted a user, in the same transaction: what the user wrote so far counts as read. */
export const userMuted = hook<[userId: UserId, mutedUserId: UserId]>()

export async function muteUser(act: Act, mutedId: UserId): Promise<void> {
  const { tx, org, viewer, now } = act
  if (mutedId === viewer.id) throw cannotMuteSelf()
  const { id } = knownUser(org, mutedId, viewer)
  const muted = act.get(mutedUsersMirror)
  if (muted.isMuted(viewer.id, id)) throw mutedAlready()
  await store.insert(tx, org.id, viewer.id, id, now)
  const muted_users = [...muted.of(viewer.id), { id, timestamp: seconds(now) }]
  act.emit(mutedUsersChanged, { muted_users }, [viewer.id])
  await userMuted(act, viewer.id, id)
}

export async function unmuteUser(act: Act, mutedId: UserId): Promise<void> {
  const { tx, org, viewer } = act
  const { id } = knownUser(org, mutedId)
  const muted = act.get(mutedUsersMirror)
  if (!muted.isMuted(viewer.id, id)) throw notMuted()
  await store.remove(tx, viewer.id, id)
  const muted_users = muted.of(viewer.id).filter((one) => one.id !== id)
  act.emit(mutedUsersChanged, { muted_users }, [viewer.id])
}
