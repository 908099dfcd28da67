import type { ChannelId, MessageId } from '#contract'
import type { Act } from '#platform/organization'
import { clientsOf, emitAbout, whoSees } from '../audience.ts'
import type { Channel } from '../channel.ts'
import { channelsMirror } from '../mirror.ts'
import { channelUpdated } from '../states.ts'
import { firstMessages, updateChannel } from '../store.ts'

/** `made` may have been created in this transaction, which the mirrors don't show yet. */
export async function noteMessage(act: Act, made: Channel, messageId: MessageId): Promise<void> {
  const channel = act.get(channelsMirror).byId.get(made.id) ?? made
  if (channel.firstMessageId !== null) return setActivity(act, channel, channel.firstMessageId, true)
  const begun = begunIn(act)
  if (begun.has(channel.id)) return
  begun.add(channel.id)
  act.insertLater(firstMessages, { channelId: channel.id, messageId })
  tellActivity(act, channel, messageId, true)
}

const begunBy = new WeakMap<Act, Set<ChannelId>>()

/** Channels that got their first message in this transaction, which can write more than one. */
function begunIn(act: Act): Set<ChannelId> {
  const begun = begunBy.get(act) ?? new Set()
  begunBy.set(act, begun)
  return begun
}

/** After the channel's first message was deleted or moved. */
export async function setFirstMessage(act: Act, channelId: ChannelId, messageId: MessageId | null): Promise<void> {
  const channel = act.get(channelsMirror).byId.get(channelId)
  if (!channel) return
  begunIn(act).add(channelId)
  await setActivity(act, channel, messageId, channel.isRecentlyActive)
}

async function setActivity(act: Act, channel: Channel, firstMessageId: MessageId | null, isActive: boolean) {
  const isOther = firstMessageId !== channel.firstMessageId || isActive !== channel.isRecentlyActive
  if (!isOther) return
  await updateChannel(act.tx, channel.id, { first_message_id: firstMessageId, is_recently_active: isActive })
  tellActivity(act, channel, firstMessageId, isActive)
}

function tellActivity(act: Act, channel: Channel, firstMessageId: MessageId | null, isActive: boolean): void {
  const { id: stream_id, name } = channel
  const told: [string, number | null | boolean][] = []
  if (firstMessageId !== channel.firstMessageId) told.push(['first_message_id', firstMessageId])
  if (isActive !== channel.isRecentlyActive) told.push(['is_recently_active', isActive])
  for (const [property, value] of told)
    emitAbout(act, clientsOf(channel), channelUpdated, { stream_id, name, property, value }, whoSees(act.org, channel))
}
