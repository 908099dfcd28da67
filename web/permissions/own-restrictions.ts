import { roles } from '#contract'
import { isWithModerators } from '../../src/features/people/restrictions/rules.ts'
import type { OwnRestriction } from '../../src/features/people/restrictions/wire.ts'
import type { Target } from '../narrow/target.ts'
import { ownId, person } from '../store/people.ts'
import { ownRestriction } from '../store/restrictions.ts'

/** The user's restriction that keeps them from posting there. */
export function restrictionOn(target: Target): OwnRestriction | undefined {
  if (target.kind === 'topic')
    return target.channelId === undefined ? undefined : ownRestriction({ in: 'channel', channelId: target.channelId })
  return ownRestriction({ in: 'direct', isWithModerators: isToModerators(target.userIds) })
}

/** Whether everyone else in a direct conversation is a moderator. */
export const isToModerators = (userIds: readonly number[]): boolean =>
  isWithModerators(userIds.filter((id) => id !== ownId.value).map(rankOf))

function rankOf(id: number) {
  const one = person(id)
  return { role: one?.role ?? roles.member, isBot: one?.is_bot ?? false }
}
