import type { MessageId } from '#contract'
import type { Act } from '#platform/organization'
import { canSeeChannel } from '../../channels/access.ts'
import type { Channel } from '../../channels/channel.ts'
import { subscribersMirror } from '../../channels/subscribers-mirror.ts'
import { hasProtectedHistory } from '../../messages/access/reader.ts'
import type { MovedMessages } from '../../messages/hooks.ts'
import * as api from '../api.ts'
import { messagePin, toldOf, topicPin } from '../present.ts'
import * as store from '../store.ts'

export async function followMoved(act: Act, moved: MovedMessages): Promise<void> {
  if (moved.isWhole) await followTopic(act, moved)
  if (moved.from !== moved.to) await followMessages(act, moved)
}

/** Pins go with a topic when all of it is moved; where it joins one that is pinned as well, there is one pin. */
async function followTopic(act: Act, { from, to, topicBefore, topic }: MovedMessages): Promise<void> {
  const { tx, org } = act
  const pins = await store.pinsOfTopic(tx, from.id, topicBefore)
  if (pins.length === 0) return
  const isSame = from === to && topicBefore.toLowerCase() === topic.toLowerCase()
  const there = new Set(isSame ? [] : (await store.pinsOfTopic(tx, to.id, topic)).map(({ user_id }) => user_id))
  const subscribers = act.get(subscribersMirror).of(to.id)
  for (const pin of pins) {
    const { user_id } = pin
    const viewer = user_id === null ? undefined : org.viewer(user_id)
    const mayFollow =
      user_id === null
        ? from === to || !hasProtectedHistory(to)
        : viewer !== undefined && canSeeChannel(viewer, to, subscribers.has(user_id))
    const next = { channel_id: to.id, topic, user_id }
    const told = ({ id }: Channel) => toldOf(user_id === null ? { channel: id } : { users: [user_id] })
    act.emit(api.topicsUnpinned, { pinned_topics: [topicPin(pin)] }, told(from))
    if (mayFollow && !there.has(user_id)) await store.moveTopic(tx, pin, next)
    else await store.deleteTopic(tx, pin)
    if (mayFollow) act.emit(api.topicsPinned, { pinned_topics: [topicPin(next)] }, told(to))
  }
}

/** Messages that are pinned for everybody are so in their new channel, unless newcomers do not read there what was before them. */
async function followMessages(act: Act, { ids, from, to }: MovedMessages): Promise<void> {
  const pins = await store.pinsOfMessages(act.tx, ids)
  if (pins.length === 0) return
  act.emit(api.messagesUnpinned, { pinned_messages: pins.map(messagePin) }, toldOf({ channel: from.id }))
  const pinned = pins.map(({ message_id }) => message_id)
  if (hasProtectedHistory(to)) {
    for (const id of pinned) await store.deleteMessage(act.tx, id, null)
    return
  }
  await store.moveMessages(act.tx, pinned, to.id)
  const moved = pins.map((pin) => messagePin({ ...pin, channel_id: to.id }))
  act.emit(api.messagesPinned, { pinned_messages: moved }, toldOf({ channel: to.id }))
}

/** Pins of messages go with them. */
export async function followDeleted(act: Act, ids: readonly MessageId[]): Promise<void> {
  for (const pin of await store.forgetMessages(act.tx, ids)) {
    const { user_id, channel_id } = pin
    const audience = user_id !== null ? { users: [user_id] } : channel_id !== null ? { channel: channel_id } : {}
    act.emit(api.messagesUnpinned, { pinned_messages: [messagePin(pin)] }, toldOf(audience))
  }
}
