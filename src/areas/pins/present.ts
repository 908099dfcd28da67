import type { ChannelId } from '#contract'
import type { Tx } from '#platform/db'
import type { Audience } from '#platform/events'
import type { Organization } from '#platform/organization'
import type { Initial } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { subscribersMirror } from '../channels/subscribers-mirror.ts'
import * as api from './api.ts'
import * as store from './store.ts'

/** Clients say so that know pins: others are told nothing. */
export const capability = 'pins'

export const toldOf = (audience: Audience): Audience => ({ ...audience, clients: { capability, declared: true } })

type TopicRow = Awaited<ReturnType<typeof store.topicsOfPerson>>[number]
type MessageRow = Awaited<ReturnType<typeof store.messagesOfPerson>>[number]

export const topicPin = ({ channel_id, topic, user_id }: TopicRow) => ({
  stream_id: channel_id,
  topic_name: topic,
  for_everyone: user_id === null,
})

export const messagePin = ({ message_id, channel_id }: MessageRow) => ({
  message_id,
  stream_id: channel_id,
})

/** What is pinned for everybody in some channels. */
export async function pinsForEveryone(tx: Tx, channelIds: readonly ChannelId[]) {
  if (channelIds.length === 0) return { pinned_topics: [], pinned_messages: [] }
  return {
    pinned_topics: api.topicsInOrder((await store.topicsOfChannels(tx, channelIds)).map(topicPin)),
    pinned_messages: api.messagesInOrder((await store.messagesOfChannels(tx, channelIds)).map(messagePin)),
  }
}

/** One's own, and those for everybody in some channels: in those that one is subscribed to, where none are named. */
export async function pinsOf(
  tx: Tx,
  org: Organization,
  { id }: Viewer,
  channelIds: readonly ChannelId[] = org.get(subscribersMirror).channelsOf(id),
) {
  const { pinned_topics, pinned_messages } = await pinsForEveryone(tx, channelIds)
  return {
    pinned_topics: api.topicsInOrder([...(await store.topicsOfPerson(tx, id)).map(topicPin), ...pinned_topics]),
    pinned_messages: api.messagesInOrder([
      ...(await store.messagesOfPerson(tx, id)).map(messagePin),
      ...pinned_messages,
    ]),
  }
}

/** Nothing for clients that do not know pins. */
const part = (state: Initial['state'], key: 'pinned_topics' | 'pinned_messages'): Initial => ({
  state,
  load: async (tx, viewer, { org, client }) =>
    client.can(capability) ? { [key]: (await pinsOf(tx, org, viewer))[key] } : {},
})

export const registered: readonly Initial[] = [
  part(api.pinnedTopics, 'pinned_topics'),
  part(api.pinnedMessages, 'pinned_messages'),
]
