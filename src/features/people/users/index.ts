import { type Feature, initials } from '#platform/serve'
import * as api from './api.ts'
import { authenticate } from './api-key.ts'
import * as avatarApi from './avatars/api.ts'
import { avatarPages } from './avatars/pages.ts'
import * as botApi from './bot-api.ts'
import { botState } from './bot-routes.ts'
import { peopleCache } from './cache.ts'
import * as keyApi from './key-api.ts'
import { serializeOwnUser, serializePeople } from './people-serialize.ts'
import { routes } from './routes.ts'
import { pictureView } from './serialize.ts'

export const usersFeature: Feature = {
  name: 'users',
  api: [api, avatarApi, botApi, keyApi],
  caches: [peopleCache],
  authenticate,
  pages: avatarPages,
  views: [pictureView],
  routes,
  state: [
    initials(api.realmUsers, (tx, viewer, ctx) => serializePeople(tx, viewer, ctx) as never),
    initials(api.ownUser, (_tx, viewer, { org }) => serializeOwnUser(org, viewer)),
    ...botState,
  ],
}
