import { restrictError, restrictsMembers } from '../../src/features/people/restrictions/rules.ts'
import type { User } from '../../src/features/people/users/wire.ts'
import { person } from '../store/people.ts'
import { own } from './own-facts.ts'
import { can } from './rights.ts'

export const canRestrictMembers = (): boolean => can(restrictsMembers)

export function canRestrict({ role, is_active, is_system_bot, bot_owner_id }: User): boolean {
  const owner = typeof bot_owner_id === 'number' ? person(bot_owner_id) : undefined
  return is_active && is_system_bot !== true && restrictError(own(), { role, owner }) === undefined
}
