import { asUserId, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { Account } from '../account.ts'
import { dummyEmail, seesRealEmail } from '../email-address.ts'
import { noSuchUser, ownerRequired } from '../errors.ts'
import { peopleMirror } from '../mirror.ts'
import { canDecideAbout } from '../rules.ts'
import { sightOf } from './sight.ts'

/** A user, or one of the server's own bots; deactivated ones too. With a viewer: one whom the viewer may know. */
export function knownUser(org: Organization, id: UserId, viewer?: Pick<Viewer, 'id' | 'role'>): Account {
  const account = org.get(peopleMirror).byId.get(id)
  if (!account || (viewer && !sightOf(org, viewer)(id))) throw noSuchUser()
  return account
}

/** A person or a bot of this organization, as opposed to the server's own bots, which nobody administers. */
export function administeredUser(org: Organization, id: UserId): Account {
  const account = knownUser(org, id)
  if (account.isSystemBot) throw noSuchUser()
  return account
}

/**
 * By address: the real one only if the viewer may see it, so that trying addresses tells nothing; the one made up by
 * the API for everybody.
 */
export function userByEmail(org: Organization, viewer: Pick<Viewer, 'id' | 'role'>, email: string): Account {
  const people = org.get(peopleMirror)
  const account = people.withDeliveryEmail(email)
  if (account && seesRealEmail(viewer, account) && sightOf(org, viewer)(account.id)) return account
  const id = asUserId(Number(/^user(\d+)@/i.exec(email)?.[1]))
  if (Number.isSafeInteger(id) && email.toLowerCase() === dummyEmail(org, id).toLowerCase())
    return knownUser(org, id, viewer)
  throw noSuchUser()
}

/** Owners are made, changed and unmade by owners only. */
export function mayDecideAbout(viewer: Viewer, account: Pick<Account, 'role'>): void {
  if (!canDecideAbout(viewer, account)) throw ownerRequired()
}

/** Whether nobody would be left who can decide everything. */
export function isOnlyOwner(org: Organization, account: Account): boolean {
  const owners = org.get(peopleMirror).activeOwners()
  return owners.length === 1 && owners[0]?.id === account.id
}
