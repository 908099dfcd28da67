import { missingArgument, type ParamsOf, userDeactivated } from '#contract'
import type { KeyedMirror, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { canReadChannel, canSeeChannel } from '../channels/access.ts'
import type { Channel } from '../channels/mirror.ts'
import type { Outgoing } from '../messages/actions/send.ts'
import { normalTopic, type Recipient } from '../messages/recipients.ts'
import { lookUpReferences } from '../messages/references.ts'
import { normalContent, render } from '../messages/rendering.ts'
import { recipientOf } from '../messages/sending.ts'
import { writtenContent, writtenTopic } from '../messages/shortening.ts'
import { subscriptionsMirror } from '../subscriptions/mirror.ts'
import { peopleMirror } from '../users/mirror.ts'
import { type createScheduledMessage, recipientNeeded, type updateScheduledMessage } from './api.ts'
import type { Stored } from './store.ts'

/** What somebody wants to send, and to whom. */
export interface Draft {
  type: 'direct' | 'channel'
  to: number | number[]
  /** Undefined where it was not given; of no meaning for direct messages. */
  topic: string | undefined
  content: string
}

const kindOf = (type: ParamsOf<typeof createScheduledMessage.params>['type']): Draft['type'] =>
  type === 'direct' || type === 'private' ? 'direct' : 'channel'

export const newDraft = (params: ParamsOf<typeof createScheduledMessage.params>): Draft => ({
  type: kindOf(params.type),
  to: params.to,
  topic: params.topic,
  content: params.content,
})

export const storedDraft = ({ channel_id, user_ids, topic, content }: Stored): Draft => ({
  ...(channel_id === null ? { type: 'direct', to: user_ids ?? [] } : { type: 'channel', to: channel_id }),
  topic,
  content,
})

/**
 * The stored message with changes. A type of the other kind brings its own recipients, and wherever a type and
 * recipients are given that make it a channel message, a topic as well.
 */
export function changedDraft(row: Stored, changes: ParamsOf<typeof updateScheduledMessage.params>): Draft {
  const before = storedDraft(row)
  const type = changes.type === undefined ? before.type : kindOf(changes.type)
  const isOther = type !== before.type
  if (isOther && changes.to === undefined) throw recipientNeeded()
  return {
    type,
    to: changes.to ?? before.to,
    topic: changes.topic ?? (isOther || (changes.type && changes.to !== undefined) ? undefined : before.topic),
    content: changes.content ?? before.content,
  }
}

interface Asking {
  readonly org: Organization
  readonly viewer: Viewer
  fetch<V>(mirror: KeyedMirror<V>, key: number): Promise<V>
}

/** The message as it would be sent now, before the rules of who may send it. */
export async function outgoingOf({ org, viewer, fetch }: Asking, draft: Draft, client: string): Promise<Outgoing> {
  const subscriptions = await fetch(subscriptionsMirror, viewer.id)
  const sender = org.get(peopleMirror).byId.get(viewer.id)
  if (!sender) throw userDeactivated()
  const recipient = recipientOf(org, viewer, sender, subscriptions, draft)
  let topic = ''
  if (recipient.kind === 'channel') {
    if (draft.topic === undefined) throw missingArgument({ var_name: 'topic' })
    topic = normalTopic(writtenTopic(viewer, draft.topic))
  }
  const content = normalContent(writtenContent(viewer, draft.content))
  const references = await lookUpReferences({ org, read: (work) => org.db.read(work) }, content, (channel) =>
    canReadChannel(viewer, channel, subscriptions.isSubscribed(channel.id)),
  )
  const maySee = (channel: Channel) => canSeeChannel(viewer, channel, subscriptions.isSubscribed(channel.id))
  const rendered = await render(org, sender, content, maySee, references)
  return { sender, recipient, topic, content, rendered, client, senderRead: false }
}

/** The columns that say to whom it goes. */
export function recipientColumns(recipient: Recipient, senderId: number) {
  if (recipient.kind === 'channel') return { channel_id: recipient.channel.id, user_ids: null }
  const others = recipient.people.map(({ id }) => id).filter((id) => id !== senderId)
  return { channel_id: null, user_ids: others.length > 0 ? others : [senderId] }
}
