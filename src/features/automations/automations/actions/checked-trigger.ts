import { type ChannelId, invalidArgument } from '#contract'
import type { Mutation } from '#platform/organization'
import { canReadChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import type { StoredTrigger, Trigger } from '../triggers/input.ts'
import { channelToJoin } from './channel-to-join.ts'
import { checkedEmoji } from './checked-emoji.ts'

interface CheckedTrigger {
  readonly trigger: StoredTrigger
  /** Private channel that the bot must join, if any. */
  readonly channelsToJoin: Channel[]
}

/** Throws unless the viewer can read what the trigger would; `channelId` is null for organization-wide automations. */
export function checkedTrigger(mutation: Mutation, trigger: Trigger, channelId: ChannelId | null): CheckedTrigger {
  if (trigger.kind === 'schedule' || trigger.kind === 'manual') return { trigger, channelsToJoin: [] }
  const { stream_id } = trigger
  if (trigger.kind === 'joined_channel' && channelId === null && stream_id === null)
    throw refused('is required for organization-wide automations')
  const channelsToJoin =
    channelId === null && stream_id !== null ? channelToJoin(mutation, readable(mutation, stream_id), refused) : []
  if (channelId !== null && stream_id !== null && stream_id !== channelId)
    throw refused("must be the automation's channel")
  const scope = { stream_id: channelId === null ? stream_id : null }
  if (trigger.kind !== 'reaction') return { trigger: { ...trigger, ...scope }, channelsToJoin }
  return { trigger: { kind: 'reaction', ...scope, ...checkedEmoji(mutation.org, trigger, 'trigger') }, channelsToJoin }
}

const refused = (reason: string) => invalidArgument({}, { name: 'trigger.stream_id', reason })

function readable(mutation: Mutation, id: ChannelId): Channel {
  const { viewer } = mutation
  const channel = mutation.get(channelsCache).byId.get(id)
  const isSubscribed = mutation.get(subscribersCache).of(id).has(viewer.id)
  if (!channel || !canReadChannel(viewer, channel, isSubscribed)) throw refused('must be a channel you can read')
  if (channel.isArchived) throw refused('must not be an archived channel')
  return channel
}
