import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { hearingCache } from './cache.ts'
import { mutedTopicsView, serializeMutedTopics, serializeUserTopics, userTopicView } from './register.ts'
import { routes } from './routes.ts'

export const userTopicsFeature: Feature = {
  name: 'user-topics',
  api: [api],
  keyedCaches: [hearingCache],
  routes,
  state: [
    initial(api.userTopics, (tx, viewer, { client }) => serializeUserTopics(tx, viewer, client)),
    initial(api.mutedTopics, (tx, viewer, { org, client }) => serializeMutedTopics(tx, org, viewer, client)),
  ],
  views: [userTopicView, mutedTopicsView],
}
