import { roles, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { Account } from './account.ts'
import { apiEmail, dummyEmail, hostOf, seesRealEmail } from './email-address.ts'
import { roleFacts, type User } from './wire.ts'

type Pictured = Pick<Account, 'id' | 'avatarSource' | 'avatarKey' | 'avatarVersion'>

/**
 * The path of a picture of the user, on the organization's own origin. Nobody guesses that of an uploaded one, which is
 * shown to whoever has it: apps load the picture of a notification without an account.
 */
export function avatarUrl(account: Pictured, size: '' | '/medium' = ''): string {
  const uploaded = account.avatarSource === 'U' && avatarFile.exec(account.avatarKey ?? '')
  const version = `version=${account.avatarVersion}`
  if (!uploaded) return `/avatar/${account.id}${size}?${version}`
  const [, org, user, name] = uploaded
  return `/user_avatars/${org}/${user}-${name}${size.replace('/', '-')}.png?${version}`
}

/** The key of an uploaded picture: of which organization, whose, and the name that nobody guesses. */
const avatarFile = /^avatars\/(\d+)\/(\d+)\/([0-9a-f]{24})$/

export function userObject(org: Organization, viewer: Pick<Viewer, 'id' | 'role'>, account: Account): User {
  return { ...basicUserObject(org, account, seesRealEmail(viewer, account)) }
}

/** Stands for somebody whom the viewer does not know: the id is all that it says. */
export const placeholder = (org: Organization, user_id: UserId): User => ({
  user_id,
  email: dummyEmail(org, user_id),
  delivery_email: null,
  full_name: 'Unknown user',
  date_joined: new Date(0).toISOString(),
  is_active: true,
  ...roleFacts(roles.member),
  is_bot: false,
  bot_type: null,
  timezone: '',
  avatar_url: '/avatar/unknown',
  avatar_version: 1,
  is_imported_stub: false,
  profile_data: {},
})

const texts = new WeakMap<Account, { host: string; open?: string; closed?: string }>()

/**
 * The user's object as JSON, kept with the account as long as it is in memory unchanged.
 * perf: register with 10,000 users spends most of its time here otherwise.
 */
export function userText(org: Organization, viewer: Pick<Viewer, 'id' | 'role'>, account: Account): string {
  const host = hostOf(org)
  let known = texts.get(account)
  if (known?.host !== host) {
    known = { host }
    texts.set(account, known)
  }
  const kind = seesRealEmail(viewer, account) ? 'open' : 'closed'
  known[kind] ??= JSON.stringify(basicUserObject(org, account, kind === 'open'))
  return known[kind]
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
    ...(account.isDeleted ? { is_deleted: true } : {}),
    ...roleFacts(account.role),
    is_bot: isBot,
    bot_type: account.botType,
    ...(isBot ? { bot_owner_id: account.botOwnerId } : {}),
    timezone: account.timezone,
    avatar_url: avatarUrl(account),
    avatar_version: account.avatarVersion,
    is_imported_stub: account.isUnclaimed,
    ...(account.isSystemBot ? { is_system_bot: true } : {}),
    ...(isBot ? {} : { profile_data: account.profile }),
  }
}
