import type { ChannelId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import { invalidChannelId } from '../channels/errors.ts'
import { channelsMirror } from '../channels/mirror.ts'
import { noSuchUser } from '../users/errors.ts'
import { peopleMirror } from '../users/mirror.ts'
import * as api from './api.ts'
import * as store from './store.ts'

interface Wanted {
  readonly stream_id?: ChannelId | undefined
  readonly user_id?: UserId | undefined
  readonly reason: string
}

/** Returns the new hold's ID. */
export async function addHold(act: Act, { stream_id, user_id, reason }: Wanted): Promise<number> {
  if (stream_id !== undefined && user_id !== undefined) throw api.oneOrNone()
  // including channels that the owner can't see: a hold may be needed there
  if (stream_id !== undefined && !act.get(channelsMirror).byId.has(stream_id)) throw invalidChannelId()
  if (user_id !== undefined && !act.get(peopleMirror).byId.has(user_id)) throw noSuchUser()
  const place = { channel_id: stream_id ?? null, user_id: user_id ?? null }
  const holds = await store.list(act.tx, act.org.id)
  if (holds.some((one) => one.channel_id === place.channel_id && one.user_id === place.user_id)) throw api.heldAlready()
  return store.insert(act.tx, {
    org_id: act.org.id,
    ...place,
    reason,
    creator_id: act.viewer.id,
    created_at: act.now,
  })
}

export async function removeHold(act: Act, id: number): Promise<void> {
  if (!(await store.remove(act.tx, act.org.id, id))) throw api.noSuchHold()
}
