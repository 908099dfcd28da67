import type { ChannelId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { noSuchUser } from '../../people/users/errors.ts'
import * as api from './api.ts'
import * as store from './store.ts'

interface Wanted {
  readonly stream_id?: ChannelId | undefined
  readonly user_id?: UserId | undefined
  readonly reason: string
}

/** Returns the new hold's ID. */
export async function addHold(mutation: Mutation, { stream_id, user_id, reason }: Wanted): Promise<number> {
  if (stream_id !== undefined && user_id !== undefined) throw api.oneOrNone()
  // including channels that the owner can't see: a hold may be needed there
  if (stream_id !== undefined && !mutation.get(channelsCache).byId.has(stream_id)) throw invalidChannelId()
  if (user_id !== undefined && !mutation.get(peopleCache).byId.has(user_id)) throw noSuchUser()
  const place = { channel_id: stream_id ?? null, user_id: user_id ?? null }
  const holds = await store.list(mutation.tx, mutation.org.id)
  if (holds.some((one) => one.channel_id === place.channel_id && one.user_id === place.user_id)) throw api.heldAlready()
  return store.insert(mutation.tx, {
    org_id: mutation.org.id,
    ...place,
    reason,
    creator_id: mutation.viewer.id,
    created_at: mutation.now,
  })
}

export async function removeHold(mutation: Mutation, id: number): Promise<void> {
  if (!(await store.remove(mutation.tx, mutation.org.id, id))) throw api.noSuchHold()
}
