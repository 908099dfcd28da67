import type { ChannelId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { hasProtectedHistory } from '../../../channels/channels/rules.ts'
import { push } from '../../../channels/subscriptions/lists-by-key.ts'
import * as api from '../api.ts'
import { pinAudience, pinsForEveryone } from '../serialize.ts'
import * as store from '../store.ts'

/** Sends channel pins to new subscribers, and their removal to those who leave. */
async function tell(
  mutation: Mutation,
  changed: ReadonlyMap<UserId, readonly Channel[]>,
  areIn: boolean,
): Promise<void> {
  const users = new Map<ChannelId, UserId[]>()
  for (const [user, channels] of changed) for (const { id } of channels) push(users, id, user)
  const all = await pinsForEveryone(mutation.tx, [...users.keys()])
  const topics = new Map<number | null, typeof all.pinned_topics>()
  for (const pin of all.pinned_topics) push(topics, pin.stream_id, pin)
  const messages = new Map<number | null, typeof all.pinned_messages>()
  for (const pin of all.pinned_messages) push(messages, pin.stream_id, pin)
  for (const [id, own] of users) {
    const told = pinAudience({ users: own })
    const pinned_topics = topics.get(id)
    const pinned_messages = messages.get(id)
    if (pinned_topics) mutation.emit(areIn ? api.topicsPinned : api.topicsUnpinned, { pinned_topics }, told)
    if (pinned_messages) mutation.emit(areIn ? api.messagesPinned : api.messagesUnpinned, { pinned_messages }, told)
  }
}

export const notifySubscribers = (mutation: Mutation, { added }: { added: ReadonlyMap<UserId, readonly Channel[]> }) =>
  tell(mutation, added, true)
export const notifyUnsubscribed = (
  mutation: Mutation,
  { removed }: { removed: ReadonlyMap<UserId, readonly Channel[]> },
) => tell(mutation, removed, false)

/** Removes channel pins when new subscribers can't read earlier messages anymore. */
export async function forgetProtected(
  mutation: Mutation,
  { before, after }: { before: Channel; after: Channel },
): Promise<void> {
  if (hasProtectedHistory(before) || !hasProtectedHistory(after)) return
  const { pinned_topics, pinned_messages } = await pinsForEveryone(mutation.tx, [after.id])
  await store.forgetChannel(mutation.tx, after.id)
  const told = pinAudience({ channel: after.id })
  if (pinned_topics.length > 0) mutation.emit(api.topicsUnpinned, { pinned_topics }, told)
  if (pinned_messages.length > 0) mutation.emit(api.messagesUnpinned, { pinned_messages }, told)
}
