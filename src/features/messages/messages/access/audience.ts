import type { Tx } from '#platform/db'
import type { Audience } from '#platform/events'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { receiversOf } from '../store/messages.ts'
import type { Placed } from './reader.ts'

/** Recipients of events about a message: the people of its direct conversation, or the subscribers who can read it. */
export async function messageAudience(tx: Tx, org: Organization, message: Placed): Promise<Audience> {
  if (message.member_ids) return { users: [...message.member_ids] }
  const channel = org.get(channelsCache).ofConversation(message.conversation_id)
  if (!channel) return { users: [] }
  if (!channel.isPrivate) return { channel: channel.id, publicChannel: true }
  if (channel.historyPublicToSubscribers) return { channel: channel.id }
  // later subscribers don't receive events about messages sent before
  return { users: await receiversOf(tx, channel.id, message.id) }
}
