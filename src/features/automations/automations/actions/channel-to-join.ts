import type { Mutation } from '#platform/organization'
import { canAddSubscribers } from '../../../channels/channels/access.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import { settingsOf } from '../../../people/organization/cache.ts'

/** The channel if the automation's bot has to join it because it's private; throws unless the viewer can add the bot. */
export function channelToJoin(mutation: Mutation, channel: Channel, refuse: (reason: string) => Error): Channel[] {
  const { viewer, org } = mutation
  if (!channel.isPrivate) return []
  const isSubscribed = mutation.get(subscribersCache).of(channel.id).has(viewer.id)
  if (!canAddSubscribers(viewer, channel, isSubscribed, settingsOf(org)))
    throw refuse("is a private channel you can't add the automation to")
  return [channel]
}
