import { agentOf, type UserId } from '#contract'
import type { Message } from '../../../messages/messages/wire.ts'

/** A message for programs: text and place, without display details. `untrusted` if the account didn't write it. */
export function serializeMessage(message: Message, own: UserId) {
  const { id, timestamp, sender_id, sender_full_name, content, client, flags = [], reactions } = message
  const agent = agentOf(client)
  const place = Array.isArray(message.display_recipient)
    ? { people: message.display_recipient.map((one) => ({ user_id: one.id, name: one.full_name })) }
    : { channel: message.display_recipient, channel_id: message.stream_id, topic: message.subject }
  return {
    id,
    time: new Date(timestamp * 1000).toISOString(),
    sender: sender_full_name,
    sender_id,
    ...((sender_id as number) === own ? {} : { untrusted: true }),
    ...place,
    content,
    is_unread: !flags.includes('read'),
    ...(agent === undefined ? {} : { sent_by_agent: agent }),
    ...(reactions.length > 0 ? { reactions: counted(reactions.map(({ emoji_name }) => emoji_name)) } : {}),
  }
}

function counted(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Object.fromEntries(counts)
}
