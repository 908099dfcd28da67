import type { Mutation } from '#platform/organization'
import { canBecomeFullMember, checkPosted } from '../../../people/groups/actions/role-groups.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import type { Sent } from '../actions/send.ts'
import { countInChannels } from '../store/message-counts.ts'

/** Makes the sender a full member if this is the last message they needed. */
export async function checkSender(mutation: Mutation, { outgoing: { sender, recipient } }: Sent): Promise<void> {
  if (recipient.kind !== 'channel' || recipient.channel.isPrivate || !canBecomeFullMember(mutation, sender)) return
  const { full_member_messages } = settingsOf(mutation.org)
  await checkPosted(mutation, sender, await countInChannels(mutation.tx, sender.id, full_member_messages))
}
