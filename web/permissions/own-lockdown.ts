import { roles } from '#contract'
import { isReadOnlyInLockdown } from '../../src/features/people/restrictions/lockdown/rules.ts'
import type { Lockdown } from '../../src/features/people/restrictions/lockdown/wire.ts'
import type { Target } from '../narrow/target.ts'
import { lockdown } from '../store/lockdown.ts'
import { ownId, person } from '../store/people.ts'
import { isOwnFullMember, ownJoinedAtMs } from './own-newcomer.ts'
import { isToModerators } from './own-restrictions.ts'

/** The lockdown, if it blocks the user from posting to this target. */
export function lockdownOn(target: Target): Lockdown | undefined {
  const current = lockdown.value
  if (!current || (target.kind === 'direct' && isToModerators(target.userIds))) return undefined
  const user = person(ownId.value)
  const isNew = isReadOnlyInLockdown(
    {
      role: user?.role ?? roles.member,
      isFullMember: isOwnFullMember(),
      isWelcomed: user?.is_welcomed === true,
      joinedAtMs: ownJoinedAtMs(),
    },
    current.joined_since * 1_000,
  )
  return isNew ? current : undefined
}
