import type { ChannelId, UserId } from '#contract'
import type { Tx } from '#platform/db'
import { Pace } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { isAwayFor } from '../../../people/presence/away.ts'
import { canSeeChannel } from '../../channels/access.ts'
import { channelsCache } from '../../channels/cache.ts'
import { channelObject } from '../../channels/serialize.ts'
import { type Subscribers, subscribersCache } from '../../channels/subscribers-cache.ts'
import type { NeverSubscribed, Subscription } from '../../channels/wire.ts'
import * as store from '../store.ts'
import { type SubscriberLists, withPersonal } from './subscription.ts'

type IncludeSubscribers = 'true' | 'false' | 'partial'

export interface Lists {
  subscriptions: Subscription[]
  unsubscribed: Subscription[]
  never_subscribed: NeverSubscribed[]
}

/** For channels below this size, clients always get every subscriber. */
const fewSubscribers = 250

/** Bots, and users who might have been active in the last two weeks, including those who hide their presence. */
function partialLists(org: Organization, subscribers: Subscribers): (channelId: ChannelId) => SubscriberLists {
  const isAway = isAwayFor(org)
  const known = new Map<UserId, boolean>()
  const isGone = (id: UserId): boolean => {
    const gone = known.get(id) ?? isAway(id)
    known.set(id, gone)
    return gone
  }
  return (channelId) => {
    const list = subscribers.list(channelId)
    if (list.length < fewSubscribers) return { subscribers: list }
    return { partial_subscribers: list.filter((id) => !isGone(id)) }
  }
}

/** Every channel the user can see, by their relation to it: one statement, the rest from memory. */
export async function subscriptionListsOf(
  tx: Tx,
  org: Organization,
  viewer: Viewer,
  { include, archived }: { include: IncludeSubscribers; archived: boolean },
): Promise<Lists> {
  const rows = new Map((await store.ofUser(tx, org.id, viewer.id)).map((row) => [row.channel_id, row]))
  const subscribers = org.get(subscribersCache)
  const partial = partialLists(org, subscribers)
  const peersOf = (id: ChannelId): SubscriberLists =>
    include === 'false' ? {} : include === 'true' ? { subscribers: subscribers.list(id) } : partial(id)
  const lists: Lists = { subscriptions: [], unsubscribed: [], never_subscribed: [] }
  const pace = new Pace()
  for (const channel of org.get(channelsCache).inOrder()) {
    await pace.step()
    if (channel.isArchived && !archived) continue
    const row = rows.get(channel.id)
    if (!canSeeChannel(viewer, channel, row?.active ?? false)) continue
    const object = channelObject(org, channel, subscribers.count(channel.id))
    const peers = peersOf(channel.id)
    if (row?.active) lists.subscriptions.push(withPersonal(object, row, peers))
    else if (row && !row.out_of_sight) lists.unsubscribed.push(withPersonal(object, row, peers))
    else lists.never_subscribed.push({ ...object, ...peers })
  }
  return lists
}
