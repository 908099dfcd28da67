import type { ChannelId } from '#contract'
import type { Tx } from '#platform/db'
import { Pace } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { canSeeChannel } from '../../channels/access.ts'
import { channelsCache } from '../../channels/cache.ts'
import { channelObject } from '../../channels/serialize.ts'
import { subscribersCache } from '../../channels/subscribers-cache.ts'
import type { NeverSubscribed, Subscription } from '../../channels/wire.ts'
import * as store from '../store.ts'
import { partialLists } from './partial-lists.ts'
import { type SubscriberLists, withPersonal } from './subscription.ts'

type IncludeSubscribers = 'true' | 'false' | 'partial'

export interface Lists {
  subscriptions: Subscription[]
  unsubscribed: Subscription[]
  never_subscribed: NeverSubscribed[]
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
