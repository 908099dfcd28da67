import { type ChannelId, foldedTopic } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { Channel } from '../../../channels/channels/channel.ts'
import { timeForAccount } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { moderates } from '../access/moderates.ts'
import { topicLocksCache } from './cache.ts'
import * as errors from './errors.ts'
import { isLockOver } from './rules.ts'
import { type Stored, toWire } from './store.ts'

/** The topic's lock; undefined if it has none or the lock has expired. */
export function lockOf(org: Organization, channelId: ChannelId, topic: string): Stored | undefined {
  const lock = org.get(topicLocksCache).get(channelId)?.get(foldedTopic(topic))
  return lock && !isLockOver(toWire(lock), org.now().getTime()) ? lock : undefined
}

/** Throws if the topic is locked, unless the viewer moderates the channel. */
export function checkNotLocked(
  { org, viewer }: { readonly org: Organization; readonly viewer: Viewer },
  channel: Channel,
  topic: string,
): void {
  const lock = lockOf(org, channel.id, topic)
  if (!lock || moderates(org, viewer.id, channel)) return
  const { until, reason } = toWire(lock)
  const fields = { until, reason }
  if (!lock.until) throw reason === '' ? errors.topicLocked(fields) : errors.topicLockedFor(fields, { reason })
  const end = timeForAccount(org.get(peopleCache).byId.get(viewer.id), lock.until)
  throw reason === '' ? errors.topicLockedUntil(fields, { end }) : errors.topicLockedUntilFor(fields, { end, reason })
}
