import type { UserId } from '#contract'
import type { KeyedCache, Mutation, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { canAdminister, canPost, canReadChannel } from '../../channels/channels/access.ts'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import { subscribersCache } from '../../channels/channels/subscribers-cache.ts'
import { subscriptionsCache } from '../../channels/subscriptions/cache.ts'
import { checkCanWriteTo } from '../../messages/messages/access/send.ts'
import { cannotPost } from '../../messages/messages/api/send.ts'
import { actorOf } from '../../people/organization/access.ts'
import { checkCanWriteIn } from '../../people/restrictions/access.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import * as api from './api.ts'
import type { LiveCall } from './call.ts'
import { moderatesCall, startsCalls } from './rules.ts'
import * as store from './store.ts'

interface CallContext {
  readonly org: Organization
  readonly viewer: Viewer
  fetch<V>(cache: KeyedCache<V>, key: UserId): Promise<V>
}

type Placed = Pick<LiveCall, 'conversation_id' | 'member_ids'>

const channelOf = ({ org }: Pick<CallContext, 'org'>, call: Placed): Channel | undefined =>
  org.get(channelsCache).ofConversation(call.conversation_id)

/** Whether the user can read the call's conversation. */
export async function canSeeCall(context: CallContext, call: Placed): Promise<boolean> {
  const { viewer } = context
  if (call.member_ids) return !viewer.onlyChannels && call.member_ids.includes(viewer.id)
  const channel = channelOf(context, call)
  if (!channel) return false
  const subscriptions = await context.fetch(subscriptionsCache, viewer.id)
  return canReadChannel(viewer, channel, subscriptions.isSubscribed(channel.id))
}

/** Calls that the viewer can't see give the same error as those that have ended. */
export async function visibleCall(mutation: Mutation, id: number): Promise<LiveCall> {
  const call = await store.liveCall(mutation.tx, mutation.org.id, id)
  if (!call || !(await canSeeCall(mutation, call))) throw api.callEnded()
  return call
}

const peopleOfCall = ({ org }: Pick<CallContext, 'org'>, call: Placed): Account[] =>
  (call.member_ids ?? []).flatMap((id) => org.get(peopleCache).byId.get(id) ?? [])

/** People who can post in the conversation can join its call. */
export async function checkCanJoin(context: CallContext, call: Placed): Promise<void> {
  const { org, viewer } = context
  if (call.member_ids) {
    checkCanWriteIn(context, { userIds: call.member_ids })
    return checkCanWriteTo(org, viewer, peopleOfCall(context, call))
  }
  const channel = channelOf(context, call)
  if (!channel) throw api.callEnded()
  checkCanWriteIn(context, { channelId: channel.id })
  const subscriptions = await context.fetch(subscriptionsCache, viewer.id)
  if (!canPost(viewer, channel, subscriptions.isSubscribed(channel.id))) throw cannotPost({}, { name: channel.name })
}

export function checkCanStartCalls({ org, viewer }: Pick<CallContext, 'org' | 'viewer'>): void {
  if (!startsCalls.allows(actorOf(org, viewer))) throw api.cannotStartCalls()
}

export async function checkCanModerate(context: CallContext, call: LiveCall): Promise<void> {
  const { viewer } = context
  const channel = channelOf(context, call)
  const isSubscribed = channel ? (await context.fetch(subscriptionsCache, viewer.id)).isSubscribed(channel.id) : false
  const administersChannel = channel !== undefined && canAdminister(viewer, channel, isSubscribed)
  if (!moderatesCall({ role: viewer.role, isStarter: call.started_by === viewer.id, administersChannel }))
    throw api.cannotModerateCall()
}

/** In a direct conversation its people can be rung, in a channel its subscribers. */
export function checkCanRing(context: Pick<CallContext, 'org'>, call: Placed, userIds: readonly UserId[]): void {
  const channel = channelOf(context, call)
  const subscribers = channel && context.org.get(subscribersCache).of(channel.id)
  const allowed = (id: UserId) => (call.member_ids ? call.member_ids.includes(id) : subscribers?.has(id))
  if (!userIds.every(allowed)) throw api.cannotRing()
}
