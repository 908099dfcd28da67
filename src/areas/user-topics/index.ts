import { type Area, initial, view } from '#platform/serve'
import { shownTopic } from '../channels/topics.ts'
import { subscriptionsMirror } from '../subscriptions/mirror.ts'
import { mutedTopicsOf, userTopicsOf } from './actions.ts'
import * as api from './api.ts'
import { hearingMirror } from './mirror.ts'
import { routes } from './routes.ts'

/** Clients that know no empty topic are told a name for it. */
const userTopicView = view(api.userTopicChanged, (payload, client) => ({
  ...payload,
  topic_name: shownTopic(payload.topic_name, client.can('empty_topic_name')),
}))

const mutedTopicsView = view(api.mutedTopicsChanged, ({ muted_topics }, client) => ({
  muted_topics: muted_topics.map(([channel, topic, date]) => [
    channel,
    shownTopic(topic, client.can('empty_topic_name')),
    date,
  ]),
}))

export const userTopicsArea: Area = {
  name: 'user-topics',
  api: [api],
  keyedMirrors: [hearingMirror],
  routes,
  state: [
    initial(api.userTopics, async (tx, viewer, { client }) =>
      (await userTopicsOf(tx, viewer.id)).map((one) => ({
        ...one,
        topic_name: shownTopic(one.topic_name, client.can('empty_topic_name')),
      })),
    ),
    initial(api.mutedTopics, async (tx, viewer, { org, client }) => {
      const subscriptions = await org.fetch(subscriptionsMirror, viewer.id, tx)
      const topics = await mutedTopicsOf(tx, org, viewer, subscriptions)
      return topics.map(
        ([channel, topic, date]): api.MutedTopic => [channel, shownTopic(topic, client.can('empty_topic_name')), date],
      )
    }),
  ],
  views: [userTopicView, mutedTopicsView],
}
