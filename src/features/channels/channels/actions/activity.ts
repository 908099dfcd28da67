import type { ChannelId, MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelAudience, clientsOf, emitAbout } from '../audience.ts'
import { channelsCache } from '../cache.ts'
import type { Channel } from '../channel.ts'
import { channelUpdated } from '../states.ts'
import { firstMessages, updateChannel } from '../store.ts'

/** `made` may have been created in this transaction, which the caches don't show yet. */
export async function noteMessage(mutation: Mutation, made: Channel, messageId: MessageId): Promise<void> {
  const channel = mutation.get(channelsCache).byId.get(made.id) ?? made
  if (channel.firstMessageId !== null) return setActivity(mutation, channel, firstMessageIn(mutation, channel), true)
  const changed = changedIn(mutation)
  if (changed.has(channel.id)) return
  changed.set(channel.id, messageId)
  mutation.insertLater(firstMessages, { channelId: channel.id, messageId })
  announceActivity(mutation, channel, { before: null, after: messageId }, true)
}

const changesBy = new WeakMap<Mutation, Map<ChannelId, MessageId | null>>()

/** First messages that this transaction has changed, by channel; it can change them more than once. */
function changedIn(mutation: Mutation): Map<ChannelId, MessageId | null> {
  const changed = changesBy.get(mutation) ?? new Map()
  changesBy.set(mutation, changed)
  return changed
}

/** The channel's first message, including changes of this transaction. */
export function firstMessageIn(mutation: Mutation, channel: Channel): MessageId | null {
  const changed = changesBy.get(mutation)?.get(channel.id)
  return changed === undefined ? channel.firstMessageId : changed
}

/** After the channel's first message was deleted, moved, or restored. */
export async function setFirstMessage(
  mutation: Mutation,
  channelId: ChannelId,
  messageId: MessageId | null,
): Promise<void> {
  const channel = mutation.get(channelsCache).byId.get(channelId)
  if (channel) await setActivity(mutation, channel, messageId, channel.isRecentlyActive)
}

async function setActivity(mutation: Mutation, channel: Channel, firstMessageId: MessageId | null, isActive: boolean) {
  const before = firstMessageIn(mutation, channel)
  changedIn(mutation).set(channel.id, firstMessageId)
  if (firstMessageId === before && isActive === channel.isRecentlyActive) return
  await updateChannel(mutation.tx, channel.id, { first_message_id: firstMessageId, is_recently_active: isActive })
  announceActivity(mutation, channel, { before, after: firstMessageId }, isActive)
}

function announceActivity(
  mutation: Mutation,
  channel: Channel,
  first: { readonly before: MessageId | null; readonly after: MessageId | null },
  isActive: boolean,
): void {
  const { id: stream_id, name } = channel
  const told: [string, number | null | boolean][] = []
  if (first.after !== first.before) told.push(['first_message_id', first.after])
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
