import type { ClientView } from '#platform/events'
import type { Organization } from '#platform/organization'
import { JsonText } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { sightOf } from './access/index.ts'
import type { Account } from './account.ts'
import { apiEmail } from './email-address.ts'
import { peopleMirror } from './mirror.ts'
import { avatarUrl, placeholder, userText } from './present.ts'
import { ownRoleFacts } from './states.ts'

const asList = (texts: readonly string[]): JsonText => new JsonText(`[${texts.join()}]`)

/** Everybody whom the viewer may know, in register's three lists; texts, because there may be very many. */
export function presentPeople(org: Organization, viewer: Viewer, client: ClientView) {
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
  }
}

/** What register says of the viewer. */
export function presentOwnUser(org: Organization, viewer: Viewer) {
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
}
