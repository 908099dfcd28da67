import type { ChannelId, UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { isAwayFor } from '../../../people/presence/away.ts'
import type { Subscribers } from '../../channels/subscribers-cache.ts'
import type { SubscriberLists } from './subscription.ts'

/** For channels below this size, clients always get every subscriber. */
const fewSubscribers = 250

/** Bots, and users who might have been active in the last two weeks, including those who hide their presence. */
export function partialLists(org: Organization, subscribers: Subscribers): (channelId: ChannelId) => SubscriberLists {
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
