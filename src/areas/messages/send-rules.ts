import { type Asker, permission } from '../organization/rules.ts'

/** Calling more people than this at once takes a permission of its own. */
const mostCalledFreely = 15
/** Whether these are so many people that a wildcard needs {@link canCallMany}, and calling a group counts as a wide mention. */
export const isCrowd = (people: number): boolean => people > mostCalledFreely
export const leastOfCrowd = mostCalledFreely + 1
export const canCallMany = permission('realm', 'can_mention_many_users_group')

/** A person in a direct conversation. */
export interface Participant extends Asker {
  readonly isBot: boolean
}
const humans = (others: readonly Participant[]) => others.filter(({ isBot }) => !isBot)

/** Of every direct conversation between people, at least one must hold the permission. Bots and oneself are always fine. */
export function canWriteTo(own: Participant, others: readonly Participant[]): boolean {
  const asked = humans(others)
  const rule = permission('realm', 'direct_message_permission_group')
  return own.isBot || asked.length === 0 || [own, ...asked].some((one) => rule.allows(one))
}

/** Starting a direct conversation that does not exist yet. */
export const canStartWith = (own: Participant, others: readonly Participant[]): boolean =>
  own.isBot || humans(others).length === 0 || permission('realm', 'direct_message_initiator_group').allows(own)
