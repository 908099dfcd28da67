import { isAdministrator, isGuest, isModerator, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { organizationMirror } from '../organization/mirror.ts'
import type { Account } from './account.ts'
import { emailVisibility } from './wire.ts'

type Addressee = Pick<Account, 'id' | 'deliveryEmail' | 'botType' | 'isSystemBot' | 'settings'>

/** The addresses of bots are no secret; those of people are as their settings say. */
export function isAddressOpen(account: Addressee): boolean {
  return account.isSystemBot || account.botType !== null || visibilityOf(account) === emailVisibility.everyone
}

const visibilityOf = (account: Addressee): number =>
  (account.settings.email_address_visibility as number | undefined) ?? emailVisibility.everyone

/** An address made up for a user, which works in the API and nowhere else. */
export const dummyEmail = (org: Organization, id: UserId): string => `user${id}@${hostOf(org)}`

/** The address that stands for a user in the API: the real one, or one made up when not everybody may see that. */
export const apiEmail = (org: Organization, account: Addressee): string =>
  isAddressOpen(account) ? account.deliveryEmail : dummyEmail(org, account.id)

export function seesRealEmail(viewer: Pick<Viewer, 'id' | 'role'>, account: Addressee): boolean {
  if (viewer.id === account.id || isAddressOpen(account)) return true
  switch (visibilityOf(account)) {
    case emailVisibility.members:
      return !isGuest(viewer)
    case emailVisibility.moderators:
      return isModerator(viewer)
    case emailVisibility.administrators:
      return isAdministrator(viewer)
    default:
      return false
  }
}

const hosts = new WeakMap<Organization, { subdomain: string; host: string }>()

/** perf: answers about everybody ask for it once for each person. */
export function hostOf(org: Organization): string {
  const { subdomain } = org.get(organizationMirror)
  const known = hosts.get(org)
  if (known?.subdomain === subdomain) return known.host
  const host = new URL(org.services.organizationUrl(subdomain)).hostname
  hosts.set(org, { subdomain, host })
  return host
}
