import { type Area, initials } from '#platform/serve'
import * as api from './api.ts'
import { authenticate } from './api-key.ts'
import * as avatarApi from './avatars/api.ts'
import { avatarPages } from './avatars/pages.ts'
import * as botApi from './bot-api.ts'
import { botState } from './bot-routes.ts'
import * as keyApi from './key-api.ts'
import { peopleMirror } from './mirror.ts'
import { presentOwnUser, presentPeople } from './people-present.ts'
import { pictureView } from './present.ts'
import { routes } from './routes.ts'

export const usersArea: Area = {
  name: 'users',
  api: [api, avatarApi, botApi, keyApi],
  mirrors: [peopleMirror],
  authenticate,
  pages: avatarPages,
  views: [pictureView],
  routes,
  state: [
    initials(api.realmUsers, (tx, viewer, ctx) => presentPeople(tx, viewer, ctx) as never),
    initials(api.ownUser, (_tx, viewer, { org }) => presentOwnUser(org, viewer)),
    ...botState,
  ],
}
