import { type Actor, permission } from '../../people/organization/rules.ts'

/** Mentioning more people than this at once needs a separate permission. */
const maxMentionedFreely = 15
/** A wildcard then needs {@link canCallMany}, and a group mention counts as a wide one. */
export const isCrowd = (people: number): boolean => people > maxMentionedFreely
export const leastOfCrowd = maxMentionedFreely + 1
export const canCallMany = permission('realm', 'can_mention_many_users_group')

export interface Participant extends Actor {
  readonly isBot: boolean
}
const humans = (others: readonly Participant[]) => others.filter(({ isBot }) => !isBot)

/** At least one human must have the permission. Bots and messages to oneself are always allowed. */
export function canWriteTo(own: Participant, others: readonly Participant[]): boolean {
  const asked = humans(others)
  const rule = permission('realm', 'direct_message_permission_group')
  return own.isBot || asked.length === 0 || [own, ...asked].some((one) => rule.allows(one))
}

export const canStartWith = (own: Participant, others: readonly Participant[]): boolean =>
  own.isBot || humans(others).length === 0 || permission('realm', 'direct_message_initiator_group').allows(own)
