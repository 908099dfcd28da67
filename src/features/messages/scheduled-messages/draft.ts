import type { ParamsOf, UserId } from '#contract'
import type { Address, Draft } from '../messages/actions/compose.ts'
import type { Recipient } from '../messages/recipient.ts'
import { type createScheduledMessage, recipientNeeded, type updateScheduledMessage } from './api.ts'
import type { Stored } from './store.ts'

type Addressed = Draft & { readonly place: Address }

const kindOf = (type: ParamsOf<typeof createScheduledMessage.params>['type']): 'direct' | 'channel' =>
  type === 'direct' || type === 'private' ? 'direct' : 'channel'

export const newDraft = (
  { type, to, topic, content }: ParamsOf<typeof createScheduledMessage.params>,
  client: string,
): Addressed => ({ place: { type: kindOf(type), to, topic }, content, client })

export const storedDraft = ({ channel_id, user_ids, topic, content, client }: Stored): Addressed => ({
  place:
    channel_id === null ? { type: 'direct', to: user_ids ?? [], topic } : { type: 'channel', to: channel_id, topic },
  content,
  client,
})

/**
 * The stored message with changes. A type of the other kind needs its own recipients, and for a channel also a topic.
 */
export function changedDraft(row: Stored, changes: ParamsOf<typeof updateScheduledMessage.params>): Addressed {
  const { place: before, content, client } = storedDraft(row)
  const type = changes.type === undefined ? before.type : kindOf(changes.type)
  const isOther = type !== before.type
  if (isOther && changes.to === undefined) throw recipientNeeded()
  const to = changes.to ?? before.to
  const topic = changes.topic ?? (isOther || (changes.type && changes.to !== undefined) ? undefined : before.topic)
  return { place: { type, to, topic }, content: changes.content ?? content, client }
}

export function recipientColumns(recipient: Recipient, senderId: UserId) {
  if (recipient.kind === 'channel') return { channel_id: recipient.channel.id, user_ids: null }
  const others = recipient.people.map(({ id }) => id).filter((id) => id !== senderId)
  return { channel_id: null, user_ids: others.length > 0 ? others : [senderId] }
}
