import { type Area, initials, JsonText } from '#platform/serve'
import { sightOf } from './access/index.ts'
import type { Account } from './account.ts'
import * as api from './api.ts'
import { authenticate } from './api-key.ts'
import * as avatarApi from './avatars/api.ts'
import { avatarPages } from './avatars/pages.ts'
import * as botApi from './bot-api.ts'
import { botState } from './bot-routes.ts'
import { apiEmail } from './email-address.ts'
import { peopleMirror } from './mirror.ts'
import { avatarUrl, placeholder, userText } from './present.ts'
import { routes } from './routes.ts'
import { ownRoleFacts } from './states.ts'

const asList = (texts: readonly string[]): JsonText => new JsonText(`[${texts.join()}]`)

export const usersArea: Area = {
  name: 'users',
  api: [api, avatarApi, botApi],
  mirrors: [peopleMirror],
  authenticate,
  pages: avatarPages,
  routes,
  state: [
    initials(api.realmUsers, (_tx, viewer, { org, client }) => {
      const knows = sightOf(org, viewer)
      const realm_users: string[] = []
      const realm_non_active_users: string[] = []
      const cross_realm_bots: string[] = []
      for (const account of org.get(peopleMirror).all()) {
        if (!knows(account.id)) {
          if (!client.can('user_list_incomplete')) realm_users.push(JSON.stringify(placeholder(org, account.id)))
          continue
        }
        const list = account.isSystemBot ? cross_realm_bots : account.isActive ? realm_users : realm_non_active_users
        list.push(userText(org, viewer, account))
      }
      return {
        realm_users: asList(realm_users),
        realm_non_active_users: asList(realm_non_active_users),
        cross_realm_bots: asList(cross_realm_bots),
      } as never
    }),
    initials(api.ownUser, (_tx, viewer, { org }) => {
      const account = org.get(peopleMirror).byId.get(viewer.id) as Account
      return {
        user_id: account.id,
        email: apiEmail(org, account),
        delivery_email: account.deliveryEmail,
        full_name: account.fullName,
        avatar_url: avatarUrl(account),
        avatar_url_medium: avatarUrl(account, '/medium'),
        avatar_source: account.avatarSource,
        ...ownRoleFacts(account.role),
      }
    }),
    ...botState,
  ],
}
