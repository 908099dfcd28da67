import { type ChannelId, invalidArgument } from '#contract'
import type { Mutation } from '#platform/organization'
import { canReadChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import type { StoredTrigger, Trigger } from '../triggers/input.ts'
import { joinedFor } from './joined-channels.ts'
import { savedEmoji } from './saved-emoji.ts'

interface CheckedTrigger {
  readonly trigger: StoredTrigger
  /** The private channel that the bot has to join. */
  readonly joins: Channel[]
}

/** Throws unless the viewer can read what the automation would; `channelId` is the automation's own channel. */
export function checkedTrigger(mutation: Mutation, trigger: Trigger, channelId: ChannelId | null): CheckedTrigger {
  if (trigger.kind === 'schedule') return { trigger, joins: [] }
  const { stream_id } = trigger
  if (trigger.kind === 'joined_channel' && channelId === null && stream_id === null)
    throw refused('must be a channel in automations of the organization')
  const joins =
    channelId === null && stream_id !== null ? joinedFor(mutation, readable(mutation, stream_id), refused) : []
  if (channelId !== null && stream_id !== null && stream_id !== channelId)
    throw refused("must be the automation's channel")
  const placed = { stream_id: channelId === null ? stream_id : null }
  if (trigger.kind !== 'reaction') return { trigger: { ...trigger, ...placed }, joins }
  return { trigger: { kind: 'reaction', ...placed, ...savedEmoji(mutation.org, trigger, 'trigger') }, joins }
}

const refused = (reason: string) => invalidArgument({}, { name: 'trigger.stream_id', reason })

function readable(mutation: Mutation, id: ChannelId): Channel {
  const { viewer } = mutation
  const channel = mutation.get(channelsCache).byId.get(id)
  const isSubscribed = mutation.get(subscribersCache).of(id).has(viewer.id)
  if (!channel || !canReadChannel(viewer, channel, isSubscribed)) throw refused('is not a channel that you can read')
  if (channel.isArchived) throw refused('is an archived channel')
  return channel
}
