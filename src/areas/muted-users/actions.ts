import { seconds, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import { hook } from '#platform/serve'
import { knownUser } from '../users/access/index.ts'
import { cannotMuteSelf, mutedAlready, mutedUsersChanged, notMuted } from './api.ts'
import { mutedUsersMirror } from './mirror.ts'
import * as store from './store.ts'

/**
 * How far what a user has written is passed through: from which id on, and up to the one that was next when it began,
 * or null before that is known.
 */
export interface UserSeen {
  from: number
  before: number | null
  isMore: boolean
}

/** After somebody muted a user: the next of what the user wrote so far counts as read; run until there is no more. */
export const userMuted = hook<[userId: UserId, mutedUserId: UserId, seen: UserSeen]>()

export async function muteUser(act: Act, mutedId: UserId): Promise<UserSeen> {
  const { tx, org, viewer, now } = act
  if (mutedId === viewer.id) throw cannotMuteSelf()
  const { id } = knownUser(org, mutedId, viewer)
  const muted = act.get(mutedUsersMirror)
  if (muted.isMuted(viewer.id, id)) throw mutedAlready()
  await store.insert(tx, org.id, viewer.id, id, now)
  const muted_users = [...muted.of(viewer.id), { id, timestamp: seconds(now) }]
  act.emit(mutedUsersChanged, { muted_users }, [viewer.id])
  return readMuted(act, id, { from: 1, before: null, isMore: false })
}

/** Passes through the next of what somebody muted wrote. */
export async function readMuted(act: Act, mutedId: UserId, before: UserSeen): Promise<UserSeen> {
  // an act may run twice: it begins both times where the one before it ended
  const seen = { ...before }
  await userMuted(act, act.viewer.id, mutedId, seen)
  return seen
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
