import type { ChannelId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelAudience, clientsOf, emitAbout } from '../../channels/audience.ts'
import { channelsCache } from '../../channels/cache.ts'
import type { Channel } from '../../channels/channel.ts'
import { peersAdded, peersRemoved, subscribed } from '../../channels/states.ts'
import { subscribersCache } from '../../channels/subscribers-cache.ts'
import { push } from '../lists-by-key.ts'
import { subscriptionObject } from '../serialize/subscription.ts'
import * as store from '../store.ts'
import { alone, meet, part } from './guest-visibility.ts'
import { personalKey } from './subscribe.ts'

/** A deactivated user no longer counts as a subscriber, including in archived channels. */
export async function announceDeactivated(mutation: Mutation, userId: UserId): Promise<void> {
  const channels = mutation.get(subscribersCache).channelsOf(userId)
  for (const channelId of channels) tell(mutation, peersRemoved, channelId, userId)
  part(mutation, alone(userId, channels), userId)
}

/** A reactivated user has their previous subscriptions. */
export async function announceReactivated(mutation: Mutation, userId: UserId): Promise<void> {
  const rows = await store.ofUser(mutation.tx, mutation.org.id, userId)
  const channels = rows.filter(({ active }) => active).map((row) => row.channel_id)
  for (const channelId of channels) tell(mutation, peersAdded, channelId, userId)
  await meet(mutation, alone(userId, channels))
}

function tell(
  mutation: Mutation,
  kind: typeof peersAdded | typeof peersRemoved,
  channelId: ChannelId,
  userId: UserId,
): void {
  const channel = mutation.get(channelsCache).byId.get(channelId) as Channel
  const audience = { ...channelAudience(mutation.org, channel), except: [userId] }
  emitAbout(mutation, clientsOf(channel), kind, { stream_ids: [channelId], user_ids: [userId] }, audience)
}

/** Clients without support for archived channels get it as new, with its subscriptions and subscribers. */
export async function showUnarchived(mutation: Mutation, channel: Channel): Promise<void> {
  const subscribers = mutation.get(subscribersCache).list(channel.id)
  if (subscribers.length === 0) return
  const groups = new Map<string, store.SubscriptionRow[]>()
  const current = new Set(subscribers)
  for (const row of await store.ofChannel(mutation.tx, mutation.org.id, channel.id))
    if (current.has(row.user_id)) push(groups, personalKey(row), row)
  const clients = 'not knowing archived channels'
  for (const rows of groups.values()) {
    const [first] = rows as [store.SubscriptionRow]
    const one = subscriptionObject(mutation.org, channel, first, subscribers.length, { subscribers })
    emitAbout(mutation, clients, subscribed, { subscriptions: [one] }, { users: rows.map((row) => row.user_id) })
  }
  const audience = { ...channelAudience(mutation.org, channel), except: subscribers }
  emitAbout(mutation, clients, peersAdded, { stream_ids: [channel.id], user_ids: subscribers }, audience)
}
