import type { ChannelId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import { clientsOf, emitAbout, whoSees } from '../../channels/audience.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { peersAdded, peersRemoved, subscribed } from '../../channels/states.ts'
import { subscribersMirror } from '../../channels/subscribers-mirror.ts'
import { push } from '../lists-by-key.ts'
import { subscriptionObject } from '../present/subscription.ts'
import * as store from '../store.ts'
import { alone, meet, part } from './guest-sight.ts'
import { personalKey } from './subscribe.ts'

/** A deactivated user no longer counts as a subscriber, including in archived channels. */
export async function tellDeactivated(act: Act, userId: UserId): Promise<void> {
  const channels = act.get(subscribersMirror).channelsOf(userId)
  for (const channelId of channels) tell(act, peersRemoved, channelId, userId)
  part(act, alone(userId, channels), userId)
}

/** A reactivated user has their previous subscriptions. */
export async function tellReactivated(act: Act, userId: UserId): Promise<void> {
  const rows = await store.ofUser(act.tx, act.org.id, userId)
  const channels = rows.filter(({ active }) => active).map((row) => row.channel_id)
  for (const channelId of channels) tell(act, peersAdded, channelId, userId)
  await meet(act, alone(userId, channels))
}

function tell(act: Act, kind: typeof peersAdded | typeof peersRemoved, channelId: ChannelId, userId: UserId): void {
  const channel = act.get(channelsMirror).byId.get(channelId) as Channel
  const audience = { ...whoSees(act.org, channel), except: [userId] }
  emitAbout(act, clientsOf(channel), kind, { stream_ids: [channelId], user_ids: [userId] }, audience)
}

/** Clients without support for archived channels get it as new, with its subscriptions and subscribers. */
export async function showUnarchived(act: Act, channel: Channel): Promise<void> {
  const subscribers = act.get(subscribersMirror).list(channel.id)
  if (subscribers.length === 0) return
  const groups = new Map<string, store.SubscriptionRow[]>()
  const current = new Set(subscribers)
  for (const row of await store.ofChannel(act.tx, act.org.id, channel.id))
    if (current.has(row.user_id)) push(groups, personalKey(row), row)
  const clients = 'not knowing archived channels'
  for (const rows of groups.values()) {
    const [first] = rows as [store.SubscriptionRow]
    const one = subscriptionObject(act.org, channel, first, subscribers.length, { subscribers })
    emitAbout(act, clients, subscribed, { subscriptions: [one] }, { users: rows.map((row) => row.user_id) })
  }
  const audience = { ...whoSees(act.org, channel), except: subscribers }
  emitAbout(act, clients, peersAdded, { stream_ids: [channel.id], user_ids: subscribers }, audience)
}
