import type { ChannelId } from '#contract'
import { topicKey } from '#contract'
import { keyedCache } from '#platform/organization'
import { subscribed, subscriptionUpdated, unsubscribed } from '../channels/states.ts'
import { policies, userTopicChanged } from './api.ts'
import { mutedChannelsOf, userTopicsOfMany } from './store.ts'

export class Hearing {
  readonly mutedChannels = new Set<ChannelId>()
  readonly #policies = new Map<string, number>()

  set(channelId: ChannelId, topic: string, policy: number): void {
    this.#policies.set(topicKey(channelId, topic), policy)
  }

  policyOf(channelId: ChannelId, topic: string): number {
    return this.#policies.get(topicKey(channelId, topic)) ?? policies.none
  }
}

/** Loaded for people who send messages. */
export const hearingCache = keyedCache<Hearing>({
  name: 'hearing',
  capacity: 2_000,
  async load(tx, _orgId, keys) {
    const users = new Map(keys.map((key) => [key, new Hearing()]))
    for (const row of await userTopicsOfMany(tx, keys))
      users.get(row.user_id)?.set(row.channel_id, row.topic, row.policy)
    for (const row of await mutedChannelsOf(tx, keys)) users.get(row.user_id)?.mutedChannels.add(row.channel_id)
    return users
  },
}).on([userTopicChanged, subscribed, unsubscribed, subscriptionUpdated], ({ audience }) => audience.users ?? [])
