import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { canSeeChannel } from '../../../../channels/channels/access.ts'
import { subscribersCache } from '../../../../channels/channels/subscribers-cache.ts'
import { policiesOfTopic, setTopicPolicy } from '../../../../channels/user-topics/actions.ts'
import { type Policy, policies } from '../../../../channels/user-topics/api.ts'
import type { MovedMessages } from '../../hooks.ts'
import { isSamePlace } from './plan.ts'

const order: readonly Policy[] = [policies.muted, policies.none, policies.unmuted, policies.followed]
const louder = (a: Policy, b: Policy): Policy => (order.indexOf(a) > order.indexOf(b) ? a : b)

/** Policies move with a whole topic. If it joins another topic with messages, the louder policy wins. */
export async function movePolicies(mutation: Mutation, moved: MovedMessages): Promise<void> {
  const { from, to, topicBefore, topic, joins } = moved
  if (!moved.isWhole || isSamePlace(moved)) return
  const old = await policiesOfTopic(mutation.tx, from.id, topicBefore)
  if (old.size === 0) return
  const present = await policiesOfTopic(mutation.tx, to.id, topic)
  const subscribers = mutation.get(subscribersCache).of(to.id)
  const next = new Map<Policy, UserId[]>()
  for (const [user, policy] of old) {
    const viewer = mutation.org.viewer(user)
    if (!viewer || !canSeeChannel(viewer, to, subscribers.has(user))) continue
    const there = (present.get(user) ?? policies.none) as Policy
    const wanted = joins ? louder(policy as Policy, there) : (policy as Policy)
    next.set(wanted, [...(next.get(wanted) ?? []), user])
  }
  for (const [policy, users] of next) await setTopicPolicy(mutation, users, to.id, topic, policy)
  await setTopicPolicy(mutation, [...old.keys()], from.id, topicBefore, policies.none, {
    movedTo: { channelId: to.id, topic },
  })
}
