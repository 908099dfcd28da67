import { type Area, initial } from '#platform/serve'
import * as api from './api.ts'
import { hearingMirror } from './mirror.ts'
import { mutedTopicsView, presentMutedTopics, presentUserTopics, userTopicView } from './register.ts'
import { routes } from './routes.ts'

export const userTopicsArea: Area = {
  name: 'user-topics',
  api: [api],
  keyedMirrors: [hearingMirror],
  routes,
  state: [
    initial(api.userTopics, (tx, viewer, { client }) => presentUserTopics(tx, viewer, client)),
    initial(api.mutedTopics, (tx, viewer, { org, client }) => presentMutedTopics(tx, org, viewer, client)),
  ],
  views: [userTopicView, mutedTopicsView],
}
