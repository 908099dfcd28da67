import { bool, int, z } from '#contract'
import type { Organization } from '#platform/organization'
import { isAdministrator, isGuest, isModerator, roles, type Viewer } from '#platform/viewer'
import { organizationMirror } from '../organization/mirror.ts'
import type { Account } from './mirror.ts'

/** A user as the API shows one to others. */
export const User = z.object({
  user_id: int,
  email: z.string(),
  delivery_email: z.string().nullable(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: bool,
  is_owner: bool,
  is_admin: bool,
  is_guest: bool,
  is_bot: bool,
  bot_type: int.nullable().optional(),
  bot_owner_id: int.nullable().optional(),
  role: int,
  timezone: z.string(),
  avatar_url: z.string().nullable(),
  avatar_version: int,
  is_imported_stub: bool.optional(),
  is_system_bot: bool.optional(),
  profile_data: z.record(z.string(), z.object({ value: z.string(), rendered_value: z.string().optional() })).optional(),
})
export type User = z.infer<typeof User>

/** Values of the setting `email_address_visibility`. */
const visibleTo = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const

const visibilityOf = (account: Account): number =>
  (account.settings.email_address_visibility as number | undefined) ?? visibleTo.everyone

/** The address that stands for a user in the API: the real one, or one made up when not everybody may see that. */
export function apiEmail(org: Organization, account: Account): string {
  if (account.isSystemBot || account.botType !== null) return account.deliveryEmail
  if (visibilityOf(account) === visibleTo.everyone) return account.deliveryEmail
  const { subdomain } = org.get(organizationMirror)
  return `user${account.id}@${new URL(org.services.organizationUrl(subdomain)).hostname}`
}

export function seesRealEmail(viewer: Pick<Viewer, 'id' | 'role'>, account: Account): boolean {
  if (viewer.id === account.id || account.botType !== null || account.isSystemBot) return true
  switch (visibilityOf(account)) {
    case visibleTo.everyone:
      return true
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
export const avatarUrl = (account: Pick<Account, 'id' | 'avatarVersion'>): string =>
  `/avatar/${account.id}?version=${account.avatarVersion}`

export function userObject(org: Organization, viewer: Pick<Viewer, 'id' | 'role'>, account: Account): User {
  const isBot = account.botType !== null
  return {
    user_id: account.id,
    email: apiEmail(org, account),
    delivery_email: seesRealEmail(viewer, account) ? account.deliveryEmail : null,
    full_name: account.fullName,
    date_joined: account.joinedAt.toISOString(),
    is_active: account.isActive,
    is_owner: account.role === roles.owner,
    is_admin: isAdministrator(account),
    is_guest: isGuest(account),
    is_bot: isBot,
    ...(isBot ? { bot_type: account.botType, bot_owner_id: account.botOwnerId } : {}),
    role: account.role,
    timezone: account.timezone,
    avatar_url: avatarUrl(account),
    avatar_version: account.avatarVersion,
    is_imported_stub: false,
    ...(account.isSystemBot ? { is_system_bot: true } : {}),
    ...(isBot ? {} : { profile_data: {} }),
  }
}
