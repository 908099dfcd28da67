import type { Tx } from '#platform/db'
import type { Audience } from '#platform/events'
import type { Organization } from '#platform/organization'
import { channelsMirror } from '../../channels/mirror.ts'
import { receiversOf } from '../store/receivers.ts'
import type { Placed } from './reader.ts'

/** Whoever is told of what happens to a message: its people, or the subscribers who may read it. */
export async function messageAudience(tx: Tx, org: Organization, message: Placed): Promise<Audience> {
  if (message.member_ids) return { users: [...message.member_ids] }
  const channel = org.get(channelsMirror).ofConversation(message.conversation_id)
  if (!channel) return { users: [] }
  if (!channel.isPrivate) return { channel: channel.id, publicChannel: true }
  if (channel.historyPublicToSubscribers) return { channel: channel.id }
  // who came later does not learn of what was sent before
  return { users: await receiversOf(tx, channel.id, message.id) }
}
