import type { ChannelId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { Channel } from '../../channels/channel.ts'
import { hasProtectedHistory } from '../../messages/access/reader.ts'
import * as api from '../api.ts'
import { pinsForEveryone, toldOf } from '../present.ts'
import * as store from '../store.ts'

const usersByChannel = (changed: ReadonlyMap<UserId, readonly Channel[]>): Map<ChannelId, UserId[]> => {
  const users = new Map<ChannelId, UserId[]>()
  for (const [user, channels] of changed) for (const { id } of channels) users.set(id, [...(users.get(id) ?? []), user])
  return users
}

/** What is pinned for everybody in a channel is told to those who come into it, and is none of those who leave. */
async function tell(act: Act, changed: ReadonlyMap<UserId, readonly Channel[]>, areIn: boolean): Promise<void> {
  const byChannel = usersByChannel(changed)
  const all = await pinsForEveryone(act.tx, [...byChannel.keys()])
  for (const [id, users] of byChannel) {
    const pinned_topics = all.pinned_topics.filter(({ stream_id }) => stream_id === id)
    const pinned_messages = all.pinned_messages.filter(({ stream_id }) => stream_id === id)
    const told = toldOf({ users })
    if (pinned_topics.length > 0) act.emit(areIn ? api.topicsPinned : api.topicsUnpinned, { pinned_topics }, told)
    if (pinned_messages.length > 0)
      act.emit(areIn ? api.messagesPinned : api.messagesUnpinned, { pinned_messages }, told)
  }
}

export const tellSubscribers = (act: Act, { added }: { added: ReadonlyMap<UserId, readonly Channel[]> }) =>
  tell(act, added, true)
export const tellUnsubscribed = (act: Act, { removed }: { removed: ReadonlyMap<UserId, readonly Channel[]> }) =>
  tell(act, removed, false)

/** Where newcomers do not read any more what was sent before them, nothing is pinned for everybody. */
export async function forgetProtected(act: Act, { before, after }: { before: Channel; after: Channel }): Promise<void> {
  if (hasProtectedHistory(before) || !hasProtectedHistory(after)) return
  const { pinned_topics, pinned_messages } = await pinsForEveryone(act.tx, [after.id])
  await store.forgetChannel(act.tx, after.id)
  const told = toldOf({ channel: after.id })
  if (pinned_topics.length > 0) act.emit(api.topicsUnpinned, { pinned_topics }, told)
  if (pinned_messages.length > 0) act.emit(api.messagesUnpinned, { pinned_messages }, told)
}
