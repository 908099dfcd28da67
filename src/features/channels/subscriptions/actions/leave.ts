import { type ChannelId, insufficientPermission } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Account } from '../../../people/users/account.ts'
import { canRemoveSubscribers, canSeeChannel } from '../../channels/access.ts'
import { channelsCache } from '../../channels/cache.ts'
import type { Channel } from '../../channels/channel.ts'
import { noSuchChannelName } from '../../channels/errors.ts'
import { normalName } from '../../channels/input.ts'
import { membershipsOf } from '../../channels/subscribers-cache.ts'
import { type UnsubscribeResult, unsubscribe } from './unsubscribe.ts'

/** Viewers can remove themselves from any channel, their bots from visible ones, and others by permission. */
export async function leaveChannels(
  mutation: Mutation,
  names: readonly string[],
  people: readonly Account[],
): Promise<UnsubscribeResult> {
  const { viewer } = mutation
  const { isSubscribed } = membershipsOf(mutation, viewer.id)
  const channels = new Map<ChannelId, Channel>()
  for (const name of names) {
    const channel = mutation.get(channelsCache).named(normalName(name))
    if (!channel || !canSeeChannel(viewer, channel, isSubscribed(channel.id))) throw noSuchChannelName({ stream: name })
    channels.set(channel.id, channel)
  }
  const others = people.filter(({ id, botOwnerId }) => id !== viewer.id && botOwnerId !== viewer.id)
  if (others.length > 0)
    for (const channel of channels.values())
      if (!canRemoveSubscribers(viewer, channel, isSubscribed(channel.id))) throw insufficientPermission()
  return unsubscribe(mutation, [...channels.values()], people)
}
