import { computed } from '@preact/signals'
import type { NeverSubscribed, Subscription } from '../../src/features/channels/channels/wire.ts'
import type { Names } from '../narrow/hash.ts'
import { part } from './connection.ts'
import { groupName } from './groups.ts'
import { ownId } from './people.ts'

export type Channel = NeverSubscribed & Partial<Subscription>

export const subscriptions = part<Subscription[]>('subscriptions')
const unsubscribed = part<Subscription[]>('unsubscribed')
const neverSubscribed = part<NeverSubscribed[]>('never_subscribed')
const userTopics = part<{ stream_id: number; topic_name: string; visibility_policy: number }[]>('user_topics')

const topicPolicy = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** Every channel that one may know of, by id. */
export const channels = computed(
  () =>
    new Map<number, Channel>(
      [...(neverSubscribed.value ?? []), ...(unsubscribed.value ?? []), ...(subscriptions.value ?? [])].map((one) => [
        one.stream_id,
        one,
      ]),
    ),
)

export const channel = (id: number): Channel | undefined => channels.value.get(id)

const subscribedIds = computed(() => new Set((subscriptions.value ?? []).map(({ stream_id }) => stream_id)))
export const isSubscribed = (id: number): boolean => subscribedIds.value.has(id)

const policies = computed(
  () =>
    new Map(
      (userTopics.value ?? []).map((one) => [
        `${one.stream_id} ${one.topic_name.toLowerCase()}`,
        one.visibility_policy,
      ]),
    ),
)
/** What somebody thinks of a topic. */
export const policyOf = (channelId: number, topic: string) =>
  policies.value.get(`${channelId} ${topic.toLowerCase()}`) ?? topicPolicy.none

/** Muted by itself, or because its channel is and nothing says otherwise. */
export function isMuted(channelId: number, topic: string): boolean {
  const policy = policyOf(channelId, topic)
  if (policy === topicPolicy.muted) return true
  return policy === topicPolicy.none && Boolean(channel(channelId)?.is_muted)
}

export const isFollowed = (channelId: number, topic: string): boolean =>
  policyOf(channelId, topic) === topicPolicy.followed

/** For reading and writing addresses. */
export const names: Names = {
  channelName: (id) => channel(id)?.name,
  channelByName: (name) => [...channels.value.values()].find((one) => one.name === name)?.stream_id,
  groupName: (id) => groupName(id) || undefined,
  ownId: () => ownId.value,
}
