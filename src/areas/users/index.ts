import { type Area, initials } from '#platform/serve'
import * as api from './api.ts'
import { authenticate } from './api-key.ts'
import * as avatarApi from './avatars/api.ts'
import { avatarPages } from './avatars/pages.ts'
import * as botApi from './bot-api.ts'
import { botState } from './bot-routes.ts'
import { peopleMirror } from './mirror.ts'
import { presentOwnUser, presentPeople } from './people-present.ts'
import { routes } from './routes.ts'

export const usersArea: Area = {
  name: 'users',
  api: [api, avatarApi, botApi],
  mirrors: [peopleMirror],
  authenticate,
  pages: avatarPages,
  routes,
  state: [
    initials(api.realmUsers, (_tx, viewer, { org, client }) => presentPeople(org, viewer, client) as never),
    initials(api.ownUser, (_tx, viewer, { org }) => presentOwnUser(org, viewer)),
    ...botState,
  ],
}
