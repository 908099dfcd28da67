import type { ChannelId } from '#contract'
import type { Mutation } from '#platform/organization'
import { canReadChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'

/** A channel that the viewer can read; throws for others and for archived ones. */
export function readableChannel(mutation: Mutation, id: ChannelId, refused: (reason: string) => Error): Channel {
  const { viewer } = mutation
  const channel = mutation.get(channelsCache).byId.get(id)
  const isSubscribed = mutation.get(subscribersCache).of(id).has(viewer.id)
  if (!channel || !canReadChannel(viewer, channel, isSubscribed)) throw refused('must be a channel you can read')
  if (channel.isArchived) throw refused('must not be an archived channel')
  return channel
}
