import { isModerator } from '#contract'
import { permission } from '../../people/organization/rules.ts'

export const startsCalls = permission('realm', 'can_start_calls_group')

interface CallFacts {
  readonly role: number
  readonly isStarter: boolean
  /** False in a direct conversation. */
  readonly administersChannel: boolean
}

/** Removing and muting people, and ending the call for everyone. */
export const moderatesCall = ({ role, isStarter, administersChannel }: CallFacts): boolean =>
  isStarter || administersChannel || isModerator({ role })
