import { asUserId, isAdministrator, isModerator, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { Account } from '../account.ts'
import { peopleCache } from '../cache.ts'
import { dummyEmail, seesRealEmail } from '../email-address.ts'
import { noSuchUser, ownerRequired } from '../errors.ts'
import { canDecideAbout } from '../rules.ts'
import { visibilityOf } from './visibility.ts'

/** A user or system bot, including deactivated ones; with a viewer, only if they can see it. */
export function knownUser(org: Organization, id: UserId, viewer?: Pick<Viewer, 'id' | 'role'>): Account {
  const account = org.get(peopleCache).byId.get(id)
  if (!account || (viewer && !visibilityOf(org, viewer)(id))) throw noSuchUser()
  return account
}

/** A user or bot other than system bots and those of automations, which can't be administered. */
export function administeredUser(org: Organization, id: UserId): Account {
  const account = knownUser(org, id)
  if (account.isSystemBot || account.botSettings.isAutomation) throw noSuchUser()
  return account
}

/** The real address only if visible, so that trying addresses reveals nothing; the made-up one always. */
export function userByEmail(org: Organization, viewer: Pick<Viewer, 'id' | 'role'>, email: string): Account {
  const people = org.get(peopleCache)
  const account = people.withDeliveryEmail(email)
  if (account && seesRealEmail(viewer, account) && visibilityOf(org, viewer)(account.id)) return account
  const id = asUserId(Number(/^user(\d+)@/i.exec(email)?.[1]))
  if (Number.isSafeInteger(id) && email.toLowerCase() === dummyEmail(org, id).toLowerCase())
    return knownUser(org, id, viewer)
  throw noSuchUser()
}

/** Only owners can promote, change, and demote owners. */
export function checkCanManage(viewer: Viewer, account: Pick<Account, 'role'>): void {
  if (!canDecideAbout(viewer, account)) throw ownerRequired()
}

export function isOnlyOwner(org: Organization, account: Account): boolean {
  const owners = org.get(peopleCache).activeOwners()
  return owners.length === 1 && owners[0]?.id === account.id
}

const activeIds = (org: Organization, hasRole: (account: Account) => boolean): UserId[] =>
  org
    .get(peopleCache)
    .all()
    .filter((account) => account.isActive && hasRole(account))
    .map(({ id }) => id)

/** Includes administrators and owners, and bots with these roles. */
export const activeModerators = (org: Organization): UserId[] => activeIds(org, isModerator)

/** Includes owners, and bots with these roles. */
export const activeAdministrators = (org: Organization): UserId[] => activeIds(org, isAdministrator)
