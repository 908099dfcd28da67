import { type ChannelId, invalidArgument } from '#contract'
import type { Mutation } from '#platform/organization'
import { canPost, canSeeChannel } from '../../../../channels/channels/access.ts'
import { channelsCache } from '../../../../channels/channels/cache.ts'
import type { Channel } from '../../../../channels/channels/channel.ts'
import { subscribersCache } from '../../../../channels/channels/subscribers-cache.ts'
import { causeParts } from '../../triggers/cause-rules.ts'
import { channelToJoin } from '../channel-to-join.ts'
import type { StepLocation } from './step-kind.ts'

/** Private channels that the bot must join to post there; throws unless the viewer can post there. */
export function checkPlace(
  mutation: Mutation,
  stream_id: ChannelId | null,
  { channelId, at, trigger }: StepLocation,
): Channel[] {
  const { viewer } = mutation
  const refuse = (reason: string) => invalidArgument({}, { name: `${at}.stream_id`, reason })
  if (stream_id === null) {
    if (!causeParts(trigger).topic) throw refuse('can only be null if the trigger involves a topic')
    return []
  }
  const channel = mutation.get(channelsCache).byId.get(stream_id)
  const isSubscribed = mutation.get(subscribersCache).of(stream_id).has(viewer.id)
  if (!channel || !canSeeChannel(viewer, channel, isSubscribed)) throw refuse('is not a channel')
  if (channel.isArchived) throw refuse('is an archived channel')
  if (channelId !== null) {
    if (channelId !== stream_id) throw refuse("must be the automation's channel")
    return []
  }
  if (!canPost(viewer, channel, isSubscribed)) throw refuse("is a channel you can't post in")
  return channelToJoin(mutation, channel, refuse)
}
