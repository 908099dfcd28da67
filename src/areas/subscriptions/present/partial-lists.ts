import type { ChannelId, UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Subscribers } from '../../channels/subscribers-mirror.ts'
import { awayAsked } from '../../presence/away.ts'
import type { SubscriberLists } from './subscription.ts'

/** A client is promised every subscriber of a channel with fewer than this many. */
const fewSubscribers = 250

/**
 * The lists of subscribers for a client that is content with part of them: of a large channel, every bot and whoever
 * may have been here in the last two weeks. Somebody who keeps presence private may always have been.
 */
export function partialLists(org: Organization, subscribers: Subscribers): (channelId: ChannelId) => SubscriberLists {
  const isAway = awayAsked(org)
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
