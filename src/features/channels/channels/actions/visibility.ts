import type { ChannelId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { clientsOf, emitAbout } from '../audience.ts'
import type { Channel } from '../channel.ts'
import { channelObject } from '../serialize.ts'
import { channelAdded, channelRemoved, peersAdded } from '../states.ts'
import { subscribersCache } from '../subscribers-cache.ts'

/** After users lost sight of channels, in the same transaction: each of these users, each of these channels. */
export const visibilityLost = hook<[channelIds: ChannelId[], userIds: UserId[]]>()

const split = (channels: readonly Channel[]): Channel[][] =>
  [channels.filter(({ isArchived }) => !isArchived), channels.filter(({ isArchived }) => isArchived)].filter(
    ({ length }) => length > 0,
  )

/**
 * Sends channels to people who can see them now. Subscribers follow in separate events; people who are being subscribed
 * get theirs with the subscription.
 */
export function showChannels(
  mutation: Mutation,
  channels: readonly Channel[],
  userIds: UserId[],
  { withPeers = true }: { withPeers?: boolean } = {},
): void {
  if (userIds.length === 0) return
  const subscribers = mutation.get(subscribersCache)
  for (const some of split(channels)) {
    const clients = clientsOf(some[0] as Channel)
    const streams = some.map((channel) => channelObject(mutation.org, channel, 0))
    emitAbout(mutation, clients, channelAdded, { streams }, userIds)
    if (!withPeers) continue
    for (const { id } of some) {
      const user_ids = subscribers.list(id)
      if (user_ids.length > 0) emitAbout(mutation, clients, peersAdded, { stream_ids: [id], user_ids }, userIds)
    }
  }
}

/** The last event about these channels that the users get. */
export async function hideChannels(mutation: Mutation, channels: readonly Channel[], userIds: UserId[]): Promise<void> {
  if (userIds.length === 0) return
  for (const some of split(channels)) {
    const stream_ids = some.map(({ id }) => id)
    const streams = stream_ids.map((stream_id) => ({ stream_id }))
    emitAbout(mutation, clientsOf(some[0] as Channel), channelRemoved, { streams, stream_ids }, userIds)
  }
  await visibilityLost(
    mutation,
    channels.map(({ id }) => id),
    userIds,
  )
}
