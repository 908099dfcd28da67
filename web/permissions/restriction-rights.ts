import { isModerator } from '#contract'
import { restrictError, restrictsMembers } from '../../src/features/people/restrictions/rules.ts'
import type { User } from '../../src/features/people/users/wire.ts'
import { person } from '../store/people.ts'
import { oneself, own } from './own-facts.ts'
import { can } from './rights.ts'

export const canRestrictMembers = (): boolean => can(restrictsMembers)

/** Moderators don’t write to themselves; everyone else can. */
export const canMessageModerators = (): boolean => !isModerator(oneself())

/** Whether the user can open an account's moderation file, also once it's deactivated. */
export function canModerate({ role, is_system_bot, is_automation, bot_owner_id }: User): boolean {
  const owner = typeof bot_owner_id === 'number' ? person(bot_owner_id) : undefined
  return is_system_bot !== true && is_automation !== true && restrictError(own(), { role, owner }) === undefined
}

export const canRestrict = (user: User): boolean => user.is_active && canModerate(user)
