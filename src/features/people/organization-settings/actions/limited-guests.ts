import { isGuest } from '#contract'
import type { Mutation } from '#platform/organization'
import { groupsCache } from '../../groups/cache.ts'
import { settingsOf } from '../../organization/cache.ts'
import type { OrganizationSettings } from '../../organization/settings.ts'
import type { Account } from '../../users/account.ts'
import { startOver } from '../../users/actions/guest-visibility.ts'
import { peopleCache } from '../../users/cache.ts'

/** Guests' clients start over when guests' access to all users changes. */
export async function startGuestsOver(
  mutation: Mutation,
  before: OrganizationSettings,
  after: OrganizationSettings,
): Promise<void> {
  if (before.can_access_all_users_group === after.can_access_all_users_group) return
  for (const { id } of mutation.get(peopleCache).guests()) startOver(mutation, id)
}

/** The same for a user who becomes a guest or stops being one, if guests have limited access. */
export async function startNewGuestOver(mutation: Mutation, before: Account, after: Account): Promise<void> {
  const everyone = mutation.get(groupsCache).system('role:everyone').id
  if (settingsOf(mutation.org).can_access_all_users_group === everyone || isGuest(before) === isGuest(after)) return
  startOver(mutation, after.id)
}
