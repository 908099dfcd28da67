import { roles, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { view } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import type { Account } from './account.ts'
import { apiEmail, dummyEmail, hostOf, seesRealEmail } from './email-address.ts'
import { userAdded, userUpdated } from './states.ts'
import { roleFacts, type User } from './wire.ts'

type Pictured = Pick<Account, 'id' | 'avatarSource' | 'avatarKey' | 'avatarVersion'>

/** Uploaded ones have unguessable URLs that need no account: apps load them for notifications. */
export function avatarUrl(account: Pictured, size: '' | '/medium' = ''): string {
  const uploaded = account.avatarSource === 'U' && avatarFile.exec(account.avatarKey ?? '')
  const version = `version=${account.avatarVersion}`
  if (!uploaded) return `/avatar/${account.id}${size}?${version}`
  const [, org, user, name] = uploaded
  return `/user_avatars/${org}/${user}-${name}${size.replace('/', '-')}.png?${version}`
}

/** The key of an uploaded avatar: organization, user, and unguessable name. */
const avatarFile = /^avatars\/(\d+)\/(\d+)\/([0-9a-f]{24})$/

/** The avatars that a client computes itself. */
export interface PictureNeeds {
  /** Gravatar URLs, from the real address. */
  readonly gravatars: boolean
  /** URLs of avatars that aren't uploaded: for no one, for users away for long, or for everyone. */
  readonly without: 'none' | 'away' | 'all'
}

const plainPictures: PictureNeeds = { gravatars: false, without: 'none' }

/** The avatar URL for a client; null if it computes the Gravatar URL, undefined if it needs none. */
function pictureUrl(account: Account, seesEmail: boolean, { gravatars, without }: PictureNeeds, isAway: boolean) {
  if (account.avatarSource === 'G' && gravatars && seesEmail) return null
  const isLeftOut = without === 'all' || (without === 'away' && isAway)
  return isLeftOut && account.avatarSource !== 'U' ? undefined : avatarUrl(account)
}

/** For {@link pictureView}: the avatar is Gravatar's, and the recipient can see the address for it. */
export const gravatarMark = ({ avatarSource }: Pictured, seesEmail: boolean): { is_gravatar?: true } =>
  avatarSource === 'G' && seesEmail ? { is_gravatar: true } : {}

export const announcedUser = (org: Organization, account: Account, seesEmail: boolean) => ({
  ...basicUserObject(org, account, seesEmail),
  ...gravatarMark(account, seesEmail),
})

/** Clients that compute Gravatar URLs get none. */
export const pictureView = view([userAdded, userUpdated], (payload, client) => {
  const { is_gravatar, ...person } = payload.person as Record<string, unknown>
  if (is_gravatar !== true) return payload
  const medium = 'avatar_url_medium' in person ? { avatar_url_medium: null } : {}
  return { ...payload, person: client.clientGravatar ? { ...person, avatar_url: null, ...medium } : person }
})

export function userObject(
  org: Organization,
  viewer: Pick<Viewer, 'id' | 'role'>,
  account: Account,
  needs: PictureNeeds = plainPictures,
): User {
  const seesEmail = seesRealEmail(viewer, account)
  return {
    ...basicUserObject(org, account, seesEmail),
    avatar_url: pictureUrl(account, seesEmail, needs, false),
  }
}

/** Stands for a user that the viewer can't see; reveals only the ID. */
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

/** Serialized parts of a user; not every response has avatar and profile. */
interface AccountTexts {
  readonly host: string
  readonly profile: string
  open?: string
  closed?: string
}
const texts = new WeakMap<Account, AccountTexts>()

export interface UserTextOptions {
  readonly pictures: PictureNeeds
  readonly withProfile: boolean
  /** Whether a user is away for long; called only if needed. */
  isAway(id: UserId): boolean
}

/** Cached while the account is unchanged. perf: register with 10,000 users would otherwise spend its time here. */
export function userText(
  org: Organization,
  viewer: Pick<Viewer, 'id' | 'role'>,
  account: Account,
  { pictures, withProfile, isAway }: UserTextOptions,
): string {
  const host = hostOf(org)
  let known = texts.get(account)
  if (known?.host !== host) {
    known = { host, profile: account.botType === null ? `,"profile_data":${JSON.stringify(account.profile)}` : '' }
    texts.set(account, known)
  }
  const seesEmail = seesRealEmail(viewer, account)
  const kind = seesEmail ? 'open' : 'closed'
  if (known[kind] === undefined) {
    const { avatar_url: _, profile_data: __, ...rest } = basicUserObject(org, account, seesEmail)
    known[kind] = JSON.stringify(rest).slice(0, -1)
  }
  const picture = pictureUrl(account, seesEmail, pictures, pictures.without === 'away' && isAway(account.id))
  const shown = picture === undefined ? '' : `,"avatar_url":${JSON.stringify(picture)}`
  return `${known[kind]}${shown}${withProfile ? known.profile : ''}}`
}

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
    ...(account.botSettings.isAutomation ? { is_automation: true } : {}),
    ...(account.isWelcomed ? { is_welcomed: true } : {}),
    ...(account.hasPostedEnough ? { has_posted_enough: true } : {}),
    ...(isBot ? {} : { profile_data: account.profile }),
  }
}
