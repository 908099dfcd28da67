import type { MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { hasProtectedHistory } from '../../../channels/channels/rules.ts'
import { maxPerChannel } from '../../../people/organization/totals.ts'
import * as store from '../store.ts'

/** Pins archived messages for everyone in their channels, up to the limit. */
export async function pinImported(
  mutation: Mutation,
  pinned: readonly { messageId: MessageId; channel: Channel; by: UserId }[],
): Promise<void> {
  const open = pinned.filter(({ channel }) => !hasProtectedHistory(channel))
  if (open.length === 0) return
  const before = await store.messagesOfChannels(mutation.tx, [...new Set(open.map(({ channel }) => channel.id))])
  const counts = new Map<number, number>()
  for (const { channel_id } of before)
    if (channel_id !== null) counts.set(channel_id, (counts.get(channel_id) ?? 0) + 1)
  for (const { messageId, channel, by } of open) {
    const count = counts.get(channel.id) ?? 0
    if (count >= maxPerChannel['pinned messages']) continue
    counts.set(channel.id, count + 1)
    const place = { message_id: messageId, channel_id: channel.id, user_id: null }
    await store.insertMessage(mutation.tx, {
      org_id: mutation.org.id,
      ...place,
      pinned_by: by,
      pinned_at: mutation.now,
    })
  }
}
