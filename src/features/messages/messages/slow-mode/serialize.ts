import type { ChannelId } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { announcedLockdown } from '../../../people/restrictions/lockdown/access.ts'
import { slowUntil } from './rules.ts'
import * as store from './store.ts'

/** Rounded up, so that clients don't retry a moment too early. */
export const ceilSeconds = (time: Date): number => Math.ceil(time.getTime() / 1_000)

export async function ownSlowUntil(tx: Tx, viewer: Viewer, org: Organization) {
  const channels = org.get(channelsCache).byId
  const lockdown = announcedLockdown(org)
  const secondsOf = (id: ChannelId): number => channels.get(id)?.slowModeSeconds ?? 0
  // a lockdown also slows down other channels
  const slow = [...channels.keys()].filter((id) => lockdown || secondsOf(id) > 0)
  if (slow.length === 0 || viewer.isSpectator) return []
  return (await store.ofUser(tx, viewer.id, slow))
    .filter(({ channel_id, posted_at }) => secondsOf(channel_id) > 0 || (lockdown && posted_at >= lockdown.started_at))
    .map(({ channel_id, posted_at }) => ({
      stream_id: channel_id,
      posted_at: ceilSeconds(posted_at),
      slow_until: slowUntil(ceilSeconds(posted_at), secondsOf(channel_id)),
    }))
}
