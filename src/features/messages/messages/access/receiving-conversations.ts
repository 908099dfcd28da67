import type { Channels } from '../../../channels/channels/channel.ts'
import type { UserSubscriptions } from '../../../channels/subscriptions/span.ts'
import type { Receiving } from '../store/unread.ts'

/** Channels in which messages can be unread for a user; direct conversations come on top. */
export function receivingOf(subscriptions: UserSubscriptions, channels: Pick<Channels, 'byId'>): Receiving {
  const receiving: Receiving = { conversationIds: [], since: [] }
  for (const [channelId, from] of subscriptions.receiving()) {
    const channel = channels.byId.get(channelId)
    if (!channel) continue
    receiving.conversationIds.push(channel.conversationId)
    receiving.since.push(from)
  }
  return receiving
}
