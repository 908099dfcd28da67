import type { Tx } from '#platform/db'
import { topicUrl } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import { subscribersCache } from '../../channels/channels/subscribers-cache.ts'
import type { Account } from '../../people/users/account.ts'
import * as store from './store.ts'

/** Where new users start: the latest conversation in the first of their channels whose history they can read. */
export async function firstView(tx: Tx, org: Organization, { id }: Account): Promise<string> {
  const subscribed = new Set(org.get(subscribersCache).channelsOf(id))
  const channel = org
    .get(channelsCache)
    .inOrder()
    .find((one) => subscribed.has(one.id) && one.historyPublicToSubscribers && one.firstMessageId !== null)
  const latest = channel && (await store.latestMessage(tx, channel.conversationId))
  return latest ? topicUrl(channel, latest.topic, { with: latest.id }) : '/'
}
