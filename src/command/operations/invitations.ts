import { isAdministrator } from '#contract'
import type { Runtime } from '#platform/runtime'
import { organizationCache } from '../../features/people/organization/cache.ts'
import { peopleCache } from '../../features/people/users/cache.ts'
import type { InvitedImported } from '../../features/sign-in/invitations/api.ts'
import { inviteImported } from '../../features/sign-in/invitations/imported.ts'
import { FailedError } from '../errors.ts'
import { organizationNamed } from './organizations.ts'

const tenDaysMinutes = 10 * 1440

/** Invites all imported people who haven't joined, as an administrator or else as an owner. */
export async function inviteImportedUsers(
  runtime: Runtime,
  input: { org?: string | undefined; from?: string | undefined },
): Promise<InvitedImported> {
  const org = await organizationNamed(runtime, input.org)
  const people = org.get(peopleCache)
  const inviter = input.from === undefined ? people.activeOwners()[0] : people.withDeliveryEmail(input.from)
  if (!inviter?.isActive || !isAdministrator(inviter)) {
    const { name } = org.get(organizationCache)
    throw new FailedError(input.from === undefined ? `${name} has no owner` : `'${input.from}' is not an administrator`)
  }
  const invite = () => org.transact(inviter.id, (mutation) => inviteImported(mutation, undefined, tenDaysMinutes))
  const first = await invite()
  let { invited, remaining } = first
  while (remaining > 0) {
    const more = await invite()
    invited += more.invited
    remaining = more.invited === 0 ? 0 : more.remaining
  }
  return { ...first, invited, remaining }
}
