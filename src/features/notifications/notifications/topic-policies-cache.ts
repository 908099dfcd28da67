import { asChannelId, type ChannelId, topicKey, type UserId } from '#contract'
import { cache, type Mutation } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import { policiesOfTopic } from '../../channels/user-topics/actions.ts'
import { policies, userTopicChanged } from '../../channels/user-topics/api.ts'

export type PoliciesOfTopic = ReadonlyMap<UserId, number>

const capacity = 5_000
class TopicPolicies {
  /** Incremented with each change, to discard data read before one. */
  version = 0
  readonly #known = new Map<string, Map<UserId, number>>()

  peek(channelId: ChannelId, topic: string): PoliciesOfTopic | undefined {
    return this.#known.get(topicKey(channelId, topic))
  }

  keep(channelId: ChannelId, topic: string, value: PoliciesOfTopic): void {
    this.#known.set(topicKey(channelId, topic), new Map(value))
    if (this.#known.size <= capacity) return
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest)
      return
    }
  }

  set(channelId: ChannelId, topic: string, userIds: readonly UserId[], policy: number): void {
    this.version++
    const known = this.#known.get(topicKey(channelId, topic))
    if (!known) return
    for (const user of userIds)
      if (policy === policies.none) known.delete(user)
      else known.set(user, policy)
  }
}

export const topicPoliciesCache = cache<TopicPolicies>({
  name: 'topic policies',
  load: async () => new TopicPolicies(),
}).on(userTopicChanged, (known, events) => () => {
  for (const { payload, audience } of events) {
    const { stream_id, topic_name, visibility_policy } = payload
    known.set(asChannelId(stream_id), topic_name, audience.users ?? [], visibility_policy)
  }
})

/** perf: queries a topic once, and not again while it's active. */
export async function policiesIn(mutation: Mutation, channelId: ChannelId, topic: string): Promise<PoliciesOfTopic> {
  const memory = mutation.get(topicPoliciesCache)
  const known = memory.peek(channelId, topic)
  if (known) return known
  // a channel created in this mutation
  if (!mutation.get(channelsCache).byId.has(channelId)) return new Map()
  const { version } = memory
  const found = await policiesOfTopic(mutation.tx, channelId, topic)
  // don't cache uncommitted changes
  mutation.onCommit(() => {
    if (memory.version === version) memory.keep(channelId, topic, found)
  })
  return found
}
