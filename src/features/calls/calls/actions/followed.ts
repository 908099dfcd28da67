import { type ChannelId, isGuest, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import type { MovedMessages } from '../../../messages/messages/hooks.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import * as api from '../api.ts'
import type { LiveCall } from '../call.ts'
import { callAudience, forCallClients, serializeCall } from '../serialize.ts'
import * as store from '../store.ts'
import { leave } from './leave.ts'
import { stopRings } from './rings.ts'

/** The call of a topic follows its message, unless the new place has an ongoing call. */
export async function followMoved(mutation: Mutation, { ids, from, to, topic }: MovedMessages): Promise<void> {
  const { tx, org } = mutation
  for (const { id } of await store.callsOfMessages(tx, org.id, ids)) {
    const there = await store.liveIn(tx, to.conversationId, topic)
    if (there !== undefined && there !== id) continue
    await store.move(tx, id, { conversation_id: to.conversationId, topic })
    const call = (await store.liveCall(tx, org.id, id)) as LiveCall
    if (from.id === to.id) {
      mutation.emit(api.callMoved, { call_id: id, channel_id: to.id, topic }, callAudience(mutation, call))
      continue
    }
    mutation.emit(api.callHidden, { call_id: id }, forCallClients({ channel: from.id }))
    mutation.emit(api.callStarted, { call: serializeCall(org, call) }, callAudience(mutation, call))
  }
}

type ChannelsByUser = ReadonlyMap<UserId, readonly Channel[]>

async function callsByChannel(mutation: Mutation, changed: ChannelsByUser): Promise<Map<ChannelId, LiveCall[]>> {
  const channels = new Map([...changed.values()].flat().map((channel) => [channel.conversationId, channel.id]))
  const found = new Map<ChannelId, LiveCall[]>()
  for (const call of await store.liveCallsIn(mutation.tx, mutation.org.id, [...channels.keys()])) {
    const id = channels.get(call.conversation_id) as ChannelId
    found.set(id, [...(found.get(id) ?? []), call])
  }
  return found
}

export async function showToSubscribers(mutation: Mutation, { added }: { added: ChannelsByUser }): Promise<void> {
  const calls = await callsByChannel(mutation, added)
  for (const [userId, channels] of added)
    for (const { id } of channels)
      for (const call of calls.get(id) ?? [])
        mutation.emit(api.callStarted, { call: serializeCall(mutation.org, call) }, forCallClients({ users: [userId] }))
}

/** People who leave a channel don't see its calls anymore; those who can't post there then are removed from them. */
export async function hideFromUnsubscribed(
  mutation: Mutation,
  { removed }: { removed: ChannelsByUser },
): Promise<void> {
  const calls = await callsByChannel(mutation, removed)
  const { byId } = mutation.get(peopleCache)
  for (const [userId, channels] of removed) {
    const account = byId.get(userId)
    for (const channel of channels)
      for (const { id } of calls.get(channel.id) ?? []) {
        mutation.emit(api.callHidden, { call_id: id }, forCallClients({ users: [userId] }))
        if (!channel.isPrivate && account && !isGuest(account)) continue
        const call = await store.liveCall(mutation.tx, mutation.org.id, id)
        const session = call?.sessions.find(({ user_id }) => user_id === userId)
        if (call && session) await leave(mutation, call, session, 'removed')
      }
  }
}

/** Ends a person's session and rings: their account was deactivated, or their credentials replaced. */
export async function removeFromCalls(mutation: Mutation, { id }: { readonly id: UserId }): Promise<void> {
  const { tx, org } = mutation
  for (const session of await store.sessionsOf(tx, [id])) {
    const call = await store.liveCall(tx, org.id, session.call_id)
    if (call) await leave(mutation, call, session, 'removed')
  }
  for (const { call_id } of await store.ringsOf(tx, id)) {
    const call = await store.liveCall(tx, org.id, call_id)
    if (call) await stopRings(mutation, call, [id], 'missed')
  }
}
