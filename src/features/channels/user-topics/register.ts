import type { Tx } from '#platform/db'
import type { ClientView } from '#platform/events'
import type { Organization } from '#platform/organization'
import { view } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { shownTopic } from '../channels/topics.ts'
import { subscriptionsCache } from '../subscriptions/cache.ts'
import { mutedTopicsOf, userTopicsOf } from './actions.ts'
import * as api from './api.ts'

/** Clients without support for the empty topic get a display name for it. */
const nameOf = (topic: string, client: ClientView) => shownTopic(topic, client.can('empty_topic_name'))

export const userTopicView = view(api.userTopicChanged, (payload, client) => ({
  ...payload,
  topic_name: nameOf(payload.topic_name, client),
}))

export const mutedTopicsView = view(api.mutedTopicsChanged, ({ muted_topics }, client) => ({
  muted_topics: muted_topics.map(([channel, topic, date]) => [channel, nameOf(topic, client), date]),
}))

export const serializeUserTopics = async (tx: Tx, viewer: Viewer, client: ClientView) =>
  (await userTopicsOf(tx, viewer.id)).map((one) => ({ ...one, topic_name: nameOf(one.topic_name, client) }))

export async function serializeMutedTopics(tx: Tx, org: Organization, viewer: Viewer, client: ClientView) {
  const subscriptions = await org.fetch(subscriptionsCache, viewer.id, tx)
  const topics = await mutedTopicsOf(tx, org, viewer, subscriptions)
  return topics.map(([channel, topic, date]): api.MutedTopic => [channel, nameOf(topic, client), date])
}
