import { isGuest } from '#contract'
import type { Act } from '#platform/organization'
import { groupsMirror } from '../../groups/mirror.ts'
import { settingsOf } from '../../organization/mirror.ts'
import type { OrganizationSettings } from '../../organization/settings.ts'
import type { Account } from '../../users/account.ts'
import { startAnew } from '../../users/actions/guest-sight.ts'
import { peopleMirror } from '../../users/mirror.ts'

/** Guests' clients start over when guests' access to all users changes. */
export async function startGuestsAnew(
  act: Act,
  before: OrganizationSettings,
  after: OrganizationSettings,
): Promise<void> {
  if (before.can_access_all_users_group === after.can_access_all_users_group) return
  for (const { id } of act.get(peopleMirror).guests()) startAnew(act, id)
}

/** The same for a user who becomes a guest or stops being one, if guests have limited access. */
export async function startNewGuestAnew(act: Act, before: Account, after: Account): Promise<void> {
  const everyone = act.get(groupsMirror).system('role:everyone').id
  if (settingsOf(act.org).can_access_all_users_group === everyone || isGuest(before) === isGuest(after)) return
  startAnew(act, after.id)
}
