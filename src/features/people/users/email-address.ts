import { isAdministrator, isGuest, isModerator, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { organizationCache } from '../organization/cache.ts'
import type { Account } from './account.ts'
import { emailVisibility } from './wire.ts'

type Addressee = Pick<Account, 'id' | 'deliveryEmail' | 'botType' | 'isSystemBot' | 'settings'>

/** Bots' addresses are public; those of users depend on their settings. */
export function isAddressOpen(account: Addressee): boolean {
  return account.isSystemBot || account.botType !== null || visibilityOf(account) === emailVisibility.everyone
}

const visibilityOf = (account: Addressee): number =>
  (account.settings.email_address_visibility as number | undefined) ?? emailVisibility.everyone

/** A made-up address that works only in the API. */
export const dummyEmail = (org: Organization, id: UserId): string => `user${id}@${hostOf(org)}`

/** A user's address in the API: the real one, or a made-up one unless everyone can see that. */
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

/** perf: called once per user in responses about everyone. */
export function hostOf(org: Organization): string {
  const { subdomain } = org.get(organizationCache)
  const known = hosts.get(org)
  if (known?.subdomain === subdomain) return known.host
  const host = new URL(org.services.organizationUrl(subdomain)).hostname
  hosts.set(org, { subdomain, host })
  return host
}
