import type { ChannelId, MessageId } from '#contract'
import type { Act } from '#platform/organization'
import { clientsOf, emitAbout, whoSees } from '../audience.ts'
import type { Channel } from '../channel.ts'
import { channelsMirror } from '../mirror.ts'
import { channelUpdated } from '../states.ts'
import { firstMessages, updateChannel } from '../store.ts'

/**
 * Takes note of a new message in a channel: nothing to do, but for the first one and the first after a long time. The
 * channel may be one that this very act has made, which memory does not show yet.
 */
export async function noteMessage(act: Act, made: Channel, messageId: MessageId): Promise<void> {
  const channel = act.get(channelsMirror).byId.get(made.id) ?? made
  if (channel.firstMessageId !== null && channel.isRecentlyActive) return
  if (channel.firstMessageId !== null) return setActivity(act, channel, channel.firstMessageId, true)
  if (!begins(act, channel.id)) return
  act.insertLater(firstMessages, { channelId: channel.id, messageId })
  tellActivity(act, channel, messageId, true)
}

/** The channels to which acts gave a first message: an act may write more than one. */
const begunBy = new WeakMap<Act, Set<ChannelId>>()

/** Whether the act gives the channel its first message by what it does now, and has not before. */
function begins(act: Act, channelId: ChannelId): boolean {
  const begun = begunBy.get(act) ?? new Set()
  if (begun.has(channelId)) return false
  begunBy.set(act, begun.add(channelId))
  return true
}

/** The channel's first message is another one than before, or there is none any more. */
export async function setFirstMessage(act: Act, channelId: ChannelId, messageId: MessageId | null): Promise<void> {
  const channel = act.get(channelsMirror).byId.get(channelId)
  if (!channel) return
  begins(act, channelId)
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
