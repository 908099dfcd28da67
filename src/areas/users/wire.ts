import type { Organization } from '#platform/organization'
import { isAdministrator, isGuest, isModerator, type Viewer } from '#platform/viewer'
import { organizationMirror } from '../organization/mirror.ts'
import type { Account } from './mirror.ts'
import { roleFacts, type User } from './user.ts'

export * from './user.ts'

/** Values of the setting `email_address_visibility`. */
const visibleTo = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const

type Addressee = Pick<Account, 'id' | 'deliveryEmail' | 'botType' | 'isSystemBot' | 'settings'>

/** The addresses of bots are no secret; those of people are as their settings say. */
export function isAddressOpen(account: Addressee): boolean {
  return account.isSystemBot || account.botType !== null || visibilityOf(account) === visibleTo.everyone
}

const visibilityOf = (account: Addressee): number =>
  (account.settings.email_address_visibility as number | undefined) ?? visibleTo.everyone

/** An address made up for a user, which works in the API and nowhere else. */
export function dummyEmail(org: Organization, id: number): string {
  const { subdomain } = org.get(organizationMirror)
  return `user${id}@${new URL(org.services.organizationUrl(subdomain)).hostname}`
}

/** The address that stands for a user in the API: the real one, or one made up when not everybody may see that. */
export const apiEmail = (org: Organization, account: Addressee): string =>
  isAddressOpen(account) ? account.deliveryEmail : dummyEmail(org, account.id)

export function seesRealEmail(viewer: Pick<Viewer, 'id' | 'role'>, account: Addressee): boolean {
  if (viewer.id === account.id || isAddressOpen(account)) return true
  switch (visibilityOf(account)) {
    case visibleTo.members:
      return !isGuest(viewer)
    case visibleTo.moderators:
      return isModerator(viewer)
    case visibleTo.administrators:
      return isAdministrator(viewer)
    default:
      return false
  }
}

/** The path of a picture of the user, on the organization's own origin. */
export const avatarUrl = (account: Pick<Account, 'id' | 'avatarVersion'>, size: '' | '/medium' = ''): string =>
  `/avatar/${account.id}${size}?version=${account.avatarVersion}`

export function userObject(org: Organization, viewer: Pick<Viewer, 'id' | 'role'>, account: Account): User {
  return { ...basicUserObject(org, account, seesRealEmail(viewer, account)) }
}

/** The same for anybody who may, or may not, see the real address. */
export function basicUserObject(org: Organization, account: Account, seesEmail: boolean): User {
  const isBot = account.botType !== null
  return {
    user_id: account.id,
    email: apiEmail(org, account),
    delivery_email: seesEmail ? account.deliveryEmail : null,
    full_name: account.fullName,
    date_joined: account.joinedAt.toISOString(),
    is_active: account.isActive,
    ...roleFacts(account.role),
    is_bot: isBot,
    bot_type: account.botType,
    ...(isBot ? { bot_owner_id: account.botOwnerId } : {}),
    timezone: account.timezone,
    avatar_url: avatarUrl(account),
    avatar_version: account.avatarVersion,
    is_imported_stub: false,
    ...(account.isSystemBot ? { is_system_bot: true } : {}),
    ...(isBot ? {} : { profile_data: account.profile }),
  }
}
