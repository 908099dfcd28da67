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
  const others = target.userIds.filter((id) => id !== ownId.value).map(rankOf)
  return ownRestriction({ in: 'direct', isWithModerators: isWithModerators(others) })
}

function rankOf(id: number) {
  const one = person(id)
  return { role: one?.role ?? roles.member, isBot: one?.is_bot ?? false }
}
