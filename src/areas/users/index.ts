import { type Area, initials, serve, serveAnyone } from '#platform/serve'
import { isAdministrator, isModerator, roles } from '#platform/viewer'
import * as api from './api.ts'
import { authenticate, passwordFits } from './credentials.ts'
import { type Account, peopleMirror } from './mirror.ts'
import * as store from './store.ts'
import { apiEmail, avatarUrl, userObject } from './wire.ts'

export const usersArea: Area = {
  name: 'users',
  mirrors: [peopleMirror],
  authenticate,
  routes: [
    serveAnyone(api.fetchApiKey, async ({ org, read, request }, { username, password }) => {
      const account = org.get(peopleMirror).withDeliveryEmail(username)
      const stored = account && (await read((tx) => store.passwordHash(tx, account.id)))
      const fits = await request.tryPassword(username, () => passwordFits(stored ?? null, password))
      if (!account?.isActive || !fits) throw api.wrongCredentials()
      return { api_key: account.apiKey, email: account.deliveryEmail, user_id: account.id }
    }),
    serve(api.getOwnUser, ({ org, viewer }) => {
      const account = org.get(peopleMirror).byId.get(viewer.id) as Account
      return { ...userObject(org, viewer, account), max_message_id: -1 }
    }),
    serve(api.getUsers, ({ org, viewer }, { user_ids }) => {
      const wanted = user_ids && new Set(user_ids)
      const members = [...org.get(peopleMirror).byId.values()]
        .filter(({ id, isSystemBot }) => !isSystemBot && (!wanted || wanted.has(id)))
        .map((account) => userObject(org, viewer, account))
      return { members }
    }),
  ],
  state: [
    initials(api.realmUsers, (_tx, viewer, { org }) => {
      const accounts = [...org.get(peopleMirror).byId.values()]
      const show = (account: Account) => userObject(org, viewer, account)
      return {
        realm_users: accounts.filter(({ isActive, isSystemBot }) => isActive && !isSystemBot).map(show),
        realm_non_active_users: accounts.filter(({ isActive, isSystemBot }) => !isActive && !isSystemBot).map(show),
        cross_realm_bots: accounts.filter(({ isSystemBot }) => isSystemBot).map(show),
      }
    }),
    initials(api.ownUser, (_tx, viewer, { org }) => {
      const account = org.get(peopleMirror).byId.get(viewer.id) as Account
      return {
        user_id: account.id,
        email: apiEmail(org, account),
        delivery_email: account.deliveryEmail,
        full_name: account.fullName,
        avatar_url: avatarUrl(account),
        avatar_url_medium: avatarUrl(account),
        avatar_source: account.avatarSource,
        is_admin: isAdministrator(viewer),
        is_owner: viewer.role === roles.owner,
        is_moderator: isModerator(viewer),
        is_guest: viewer.role === roles.guest,
      }
    }),
  ],
}
