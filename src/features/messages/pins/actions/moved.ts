import type { ChannelId, MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hasProtectedHistory } from '../../../channels/channels/rules.ts'
import { maxPerChannel } from '../../../people/organization/totals.ts'
import { visibleMessagesOf } from '../../messages/access/readers.ts'
import type { MovedMessages } from '../../messages/hooks.ts'
import * as api from '../api.ts'
import { messagePin, pinAudience, topicPin } from '../serialize.ts'
import * as store from '../store.ts'

export async function followMoved(mutation: Mutation, moved: MovedMessages): Promise<void> {
  if (moved.isWhole) await followTopic(mutation, moved)
  if (moved.from !== moved.to) await followMessages(mutation, moved)
}

/** Pins move with a whole topic; if it joins a pinned one, the existing pin stays. */
async function followTopic(mutation: Mutation, moved: MovedMessages): Promise<void> {
  const { from, to, topicBefore, topic } = moved
  const { tx } = mutation
  const pins = await store.pinsOfTopic(tx, from.id, topicBefore)
  if (pins.length === 0) return
  const there = new Set((await store.pinsOfTopic(tx, to.id, topic)).map(({ user_id }) => user_id))
  const owners = pins.map(({ user_id }) => user_id)
  const canGo = await usersWhoCanFollow(mutation, moved, owners)
  const going = owners.filter((owner) => canGo(owner) && !there.has(owner))
  const [before, after] = [
    { channel_id: from.id, topic: topicBefore },
    { channel_id: to.id, topic },
  ]
  await store.moveTopic(tx, before, after, going)
  if (going.length < owners.length) await store.forgetTopic(tx, before)
  tell(mutation, api.topicsUnpinned, before, owners)
  tell(mutation, api.topicsPinned, after, going)
}

function tell(
  mutation: Mutation,
  what: typeof api.topicsPinned | typeof api.topicsUnpinned,
  place: { channel_id: ChannelId; topic: string },
  owners: readonly store.Owner[],
): void {
  const users = owners.filter((owner) => owner !== null)
  if (users.length < owners.length)
    mutation.emit(
      what,
      { pinned_topics: [topicPin({ ...place, user_id: null })] },
      pinAudience({ channel: place.channel_id }),
    )
  const [user_id] = users
  if (user_id !== undefined)
    mutation.emit(what, { pinned_topics: [topicPin({ ...place, user_id })] }, pinAudience({ users }))
}

/** A pin reveals its topic: it moves only if its owner, or every new subscriber, can read the messages. */
async function usersWhoCanFollow(mutation: Mutation, { ids, from, to }: MovedMessages, owners: readonly store.Owner[]) {
  const visibleIds = owners.some((owner) => owner !== null) ? await visibleMessagesOf(mutation, to, ids) : undefined
  const everyoneCan =
    from === to ||
    (!hasProtectedHistory(to) &&
      (!owners.includes(null) ||
        (await store.topicsOfChannels(mutation.tx, [to.id])).length < maxPerChannel['pinned topics']))
  return (owner: store.Owner): boolean =>
    owner === null ? everyoneCan : visibleIds !== undefined && visibleIds(owner).length > 0
}

/** Removes shared pins if new subscribers can't read earlier messages there, and the oldest above the limit. */
async function followMessages(mutation: Mutation, { ids, from, to }: MovedMessages): Promise<void> {
  const { tx } = mutation
  const pins = await store.pinsOfMessages(tx, ids)
  if (pins.length === 0) return
  mutation.emit(api.messagesUnpinned, { pinned_messages: pins.map(messagePin) }, pinAudience({ channel: from.id }))
  const room = hasProtectedHistory(to)
    ? 0
    : Math.max(0, maxPerChannel['pinned messages'] - (await store.countMessagesOfChannel(tx, to.id)))
  const newestFirst = pins.map(({ message_id }) => message_id).sort((a, b) => b - a)
  const [going, gone] = [newestFirst.slice(0, room), newestFirst.slice(room)]
  if (gone.length > 0) await store.deleteMessages(tx, gone, null)
  if (going.length === 0) return
  await store.moveMessages(tx, going, to.id)
  const pinned_messages = going.map((message_id) => messagePin({ message_id, channel_id: to.id, user_id: null }))
  mutation.emit(api.messagesPinned, { pinned_messages }, pinAudience({ channel: to.id }))
}

export async function followDeleted(mutation: Mutation, ids: readonly MessageId[]): Promise<void> {
  for (const pin of await store.forgetMessages(mutation.tx, ids)) {
    const { user_id, channel_id } = pin
    const audience = user_id !== null ? { users: [user_id] } : channel_id !== null ? { channel: channel_id } : {}
    mutation.emit(api.messagesUnpinned, { pinned_messages: [messagePin(pin)] }, pinAudience(audience))
  }
}
