import type { ChannelId } from '#contract'
import type { Tx } from '#platform/db'
import type { Audience } from '#platform/events'
import type { Organization } from '#platform/organization'
import type { Initial } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { subscribersCache } from '../../channels/channels/subscribers-cache.ts'
import * as api from './api.ts'
import * as store from './store.ts'

/** Clients without this capability get nothing about pins. */
export const capability = 'pins'

export const pinAudience = (audience: Audience): Audience => ({ ...audience, clients: { capability, declared: true } })

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

export async function pinsForEveryone(tx: Tx, channelIds: readonly ChannelId[]) {
  return {
    pinned_topics: await topicsOf(tx, null, channelIds),
    pinned_messages: await messagesOf(tx, null, channelIds),
  }
}

export async function pinsOf(tx: Tx, { id }: Viewer, channelIds: readonly ChannelId[]) {
  return { pinned_topics: await topicsOf(tx, id, channelIds), pinned_messages: await messagesOf(tx, id, channelIds) }
}

async function topicsOf(tx: Tx, owner: store.Owner, channelIds: readonly ChannelId[]) {
  const own = owner === null ? [] : await store.topicsOfPerson(tx, owner)
  const shared = channelIds.length === 0 ? [] : await store.topicsOfChannels(tx, channelIds)
  return api.topicsInOrder([...own, ...shared].map(topicPin))
}

async function messagesOf(tx: Tx, owner: store.Owner, channelIds: readonly ChannelId[]) {
  const own = owner === null ? [] : await store.messagesOfPerson(tx, owner)
  const shared = channelIds.length === 0 ? [] : await store.messagesOfChannels(tx, channelIds)
  return api.messagesInOrder([...own, ...shared].map(messagePin))
}

/** Channels whose shared pins the user gets. */
export const ownChannels = (org: Organization, { id }: Viewer): ChannelId[] => org.get(subscribersCache).channelsOf(id)

/** Empty for clients without the capability. */
export const registered: readonly Initial[] = [
  {
    state: api.pinnedTopics,
    load: async (tx, viewer, { org, client }) =>
      client.can(capability) ? { pinned_topics: await topicsOf(tx, viewer.id, ownChannels(org, viewer)) } : {},
  },
  {
    state: api.pinnedMessages,
    load: async (tx, viewer, { org, client }) =>
      client.can(capability) ? { pinned_messages: await messagesOf(tx, viewer.id, ownChannels(org, viewer)) } : {},
  },
]
