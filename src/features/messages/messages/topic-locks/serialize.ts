import type { ChannelId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import { topicLocksCache } from './cache.ts'
import { inOrder } from './states.ts'
import { toWire } from './store.ts'

export const locksOf = (org: Organization, channelIds: readonly ChannelId[]) =>
  inOrder(channelIds.flatMap((id) => [...(org.get(topicLocksCache).get(id)?.values() ?? [])].map(toWire)))

export function ownLocks(org: Organization, viewer: Viewer) {
  // perf: most organizations have none
  if (org.get(topicLocksCache).size === 0 || viewer.isSpectator) return []
  return locksOf(org, org.get(subscribersCache).channelsOf(viewer.id))
}
