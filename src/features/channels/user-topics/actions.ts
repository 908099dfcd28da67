import { asChannelId, type ChannelId, seconds, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Mutation, Organization } from '#platform/organization'
import { hook } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { checkTotal, maxPerUser, maxSingleTopics } from '../../people/organization/totals.ts'
import { canSeeChannel } from '../channels/access.ts'
import { channelsCache } from '../channels/cache.ts'
import type { Channel } from '../channels/channel.ts'
import { subscriptionsCache } from '../subscriptions/cache.ts'
import type { UserSubscriptions } from '../subscriptions/span.ts'
import * as api from './api.ts'
import * as store from './store.ts'

export { policiesAmong, policiesOf as policiesOfPeople, policiesOfTopic } from './store.ts'

interface Topic {
  readonly channelId: ChannelId
  readonly topic: string
}

/** Called after a muted topic is unmuted, in the same transaction; with the new place if it was moved. */
export const topicUnmuted = hook<[userIds: readonly UserId[], Topic, movedTo: Topic | undefined]>()

export const topicPolicyChosen = hook<[Topic, policy: api.Policy]>()

/** Skips users with the policy `butNot`, and for automatic changes those with very many policies. */
export async function setTopicPolicy(
  mutation: Mutation,
  userIds: readonly UserId[],
  channelId: ChannelId,
  topic: string,
  policy: api.Policy,
  { butNot, byItself = false, movedTo }: { butNot?: api.Policy; byItself?: boolean; movedTo?: Topic } = {},
): Promise<void> {
  const { tx, org, now } = mutation
  const before = await store.policiesOf(tx, userIds, channelId, topic)
  const differing = userIds.filter((user) => {
    const policyBefore = before.get(user) ?? api.policies.none
    return policyBefore !== policy && policyBefore !== butNot
  })
  const changed = byItself ? await withRoom(tx, differing, before) : differing
  if (changed.length === 0) return
  if (policy === api.policies.none) await store.removeUserTopics(tx, changed, channelId, topic)
  else await store.upsertUserTopics(tx, org.id, changed, { channel_id: channelId, topic, policy, updated_at: now })
  mutation.emit(
    api.userTopicChanged,
    { stream_id: channelId, topic_name: topic, last_updated: seconds(now), visibility_policy: policy },
    changed,
  )
  const { muted } = api.policies
  const unmuted = changed.filter((user) => before.get(user) === muted)
  if (unmuted.length > 0) await topicUnmuted(mutation, unmuted, { channelId, topic }, movedTo)
  for (const user of changed) {
    if (policy !== muted && before.get(user) !== muted) continue
    const viewer = org.viewer(user)
    if (!viewer) continue
    const subscriptions = await mutation.fetch(subscriptionsCache, user)
    mutation.emit(api.mutedTopicsChanged, { muted_topics: await mutedTopicsOf(tx, org, viewer, subscriptions) }, [user])
  }
}

/** Users who have a policy for the topic, or not too many for others. */
async function withRoom(tx: Tx, users: readonly UserId[], before: ReadonlyMap<number, number>): Promise<UserId[]> {
  const full = await store.withManyPolicies(
    tx,
    users.filter((user) => !before.has(user)),
    maxSingleTopics,
  )
  return users.filter((user) => !full.has(user))
}

export const ownTopicPolicy = async (
  { tx, viewer }: Mutation,
  channelId: ChannelId,
  topic: string,
): Promise<api.Policy> =>
  ((await store.policiesOf(tx, [viewer.id], channelId, topic)).get(viewer.id) ?? api.policies.none) as api.Policy

/** Sets a policy as requested; throws if there are too many. */
export async function setOwnTopicPolicy(
  mutation: Mutation,
  channelId: ChannelId,
  topic: string,
  policy: api.Policy,
): Promise<void> {
  const { tx, viewer } = mutation
  const isNew =
    policy !== api.policies.none && !(await store.policiesOf(tx, [viewer.id], channelId, topic)).has(viewer.id)
  if (isNew) checkTotal(maxPerUser, 'topics with a visibility policy', await store.count(tx, viewer.id))
  await setTopicPolicy(mutation, [viewer.id], channelId, topic, policy)
  await topicPolicyChosen(mutation, { channelId, topic }, policy)
}

export async function userTopicsOf(tx: Tx, userId: UserId): Promise<api.UserTopic[]> {
  const rows = await store.listUserTopics(tx, userId)
  return api.inOrder(rows.map(toWire))
}

/** Only of channels that the viewer can see, because the list has their names. */
export async function mutedTopicsOf(
  tx: Tx,
  org: Organization,
  viewer: Viewer,
  subscriptions: UserSubscriptions,
): Promise<api.MutedTopic[]> {
  const channels = org.get(channelsCache).byId
  const isVisible = (channel: Channel) => canSeeChannel(viewer, channel, subscriptions.isSubscribed(channel.id))
  const rows = await store.listUserTopics(tx, viewer.id, api.policies.muted)
  return api.inOrder(rows.map(toWire)).flatMap(({ stream_id, topic_name, last_updated }) => {
    const channel = channels.get(asChannelId(stream_id))
    return channel && isVisible(channel) ? [[channel.name, topic_name, last_updated] as api.MutedTopic] : []
  })
}

const toWire = ({ channel_id, topic, policy, updated_at }: store.UserTopicRow): api.UserTopic => ({
  stream_id: channel_id,
  topic_name: topic,
  last_updated: seconds(updated_at),
  visibility_policy: policy as api.Policy,
})
