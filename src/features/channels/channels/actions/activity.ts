import type { ChannelId, MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelAudience, clientsOf, emitAbout } from '../audience.ts'
import { channelsCache } from '../cache.ts'
import type { Channel } from '../channel.ts'
import { channelUpdated } from '../states.ts'
import { firstMessages, updateChannel } from '../store.ts'

/** `made` may have been created in this transaction, which the mirrors don't show yet. */
export async function noteMessage(mutation: Mutation, made: Channel, messageId: MessageId): Promise<void> {
  const channel = mutation.get(channelsCache).byId.get(made.id) ?? made
  if (channel.firstMessageId !== null) return setActivity(mutation, channel, channel.firstMessageId, true)
  const begun = startedIn(mutation)
  if (begun.has(channel.id)) return
  begun.add(channel.id)
  mutation.insertLater(firstMessages, { channelId: channel.id, messageId })
  announceActivity(mutation, channel, messageId, true)
}

const startedBy = new WeakMap<Mutation, Set<ChannelId>>()

/** Channels that got their first message in this transaction, which can write more than one. */
function startedIn(mutation: Mutation): Set<ChannelId> {
  const begun = startedBy.get(mutation) ?? new Set()
  startedBy.set(mutation, begun)
  return begun
}

/** After the channel's first message was deleted or moved. */
export async function setFirstMessage(
  mutation: Mutation,
  channelId: ChannelId,
  messageId: MessageId | null,
): Promise<void> {
  const channel = mutation.get(channelsCache).byId.get(channelId)
  if (!channel) return
  startedIn(mutation).add(channelId)
  await setActivity(mutation, channel, messageId, channel.isRecentlyActive)
}

async function setActivity(mutation: Mutation, channel: Channel, firstMessageId: MessageId | null, isActive: boolean) {
  const isOther = firstMessageId !== channel.firstMessageId || isActive !== channel.isRecentlyActive
  if (!isOther) return
  await updateChannel(mutation.tx, channel.id, { first_message_id: firstMessageId, is_recently_active: isActive })
  announceActivity(mutation, channel, firstMessageId, isActive)
}

function announceActivity(
  mutation: Mutation,
  channel: Channel,
  firstMessageId: MessageId | null,
  isActive: boolean,
): void {
  const { id: stream_id, name } = channel
  const told: [string, number | null | boolean][] = []
  if (firstMessageId !== channel.firstMessageId) told.push(['first_message_id', firstMessageId])
  if (isActive !== channel.isRecentlyActive) told.push(['is_recently_active', isActive])
  for (const [property, value] of told)
    emitAbout(
      mutation,
      clientsOf(channel),
      channelUpdated,
      { stream_id, name, property, value },
      channelAudience(mutation.org, channel),
    )
}
