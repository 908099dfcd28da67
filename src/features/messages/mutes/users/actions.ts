import { seconds, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { knownUser } from '../../../people/users/access/index.ts'
import { cannotMuteSelf, mutedAlready, mutedUsersChanged, notMuted } from './api.ts'
import { mutedUsersCache } from './cache.ts'
import * as store from './store.ts'

/** The next ID, and the first ID that was unused at the beginning, or null before that is known. */
export interface UserSeen {
  from: number
  before: number | null
  isMore: boolean
}

/** Called after a user is muted to mark the next batch of their messages as read; repeat while `isMore`. */
export const userMuted = hook<[userId: UserId, mutedUserId: UserId, seen: UserSeen]>()

export async function muteUser(mutation: Mutation, mutedId: UserId): Promise<UserSeen> {
  const { tx, org, viewer, now } = mutation
  if (mutedId === viewer.id) throw cannotMuteSelf()
  const { id } = knownUser(org, mutedId, viewer)
  const muted = mutation.get(mutedUsersCache)
  if (muted.isMuted(viewer.id, id)) throw mutedAlready()
  await store.insert(tx, org.id, viewer.id, id, now)
  const muted_users = [...muted.of(viewer.id), { id, timestamp: seconds(now) }]
  mutation.emit(mutedUsersChanged, { muted_users }, [viewer.id])
  return readMuted(mutation, id, { from: 1, before: null, isMore: false })
}

export async function readMuted(mutation: Mutation, mutedId: UserId, before: UserSeen): Promise<UserSeen> {
  // copy it: a mutation may be retried and must start from the same progress
  const seen = { ...before }
  await userMuted(mutation, mutation.viewer.id, mutedId, seen)
  return seen
}

export async function unmuteUser(mutation: Mutation, mutedId: UserId): Promise<void> {
  const { tx, org, viewer } = mutation
  const { id } = knownUser(org, mutedId)
  const muted = mutation.get(mutedUsersCache)
  if (!muted.isMuted(viewer.id, id)) throw notMuted()
  await store.remove(tx, viewer.id, id)
  const muted_users = muted.of(viewer.id).filter((one) => one.id !== id)
  mutation.emit(mutedUsersChanged, { muted_users }, [viewer.id])
}
