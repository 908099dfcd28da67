import { botTypes, isAdministrator, isGuest, isOwner, roles } from '#contract'
import { anyOf, permission, type Rule } from '../organization/rules.ts'

interface Ranked {
  readonly role: number
}

/** Only owners can change an owner's role, deactivate or reactivate them, or remove their two-factor authentication. */
export const canDecideAbout = (person: Ranked, account: Ranked): boolean => !isOwner(account) || isOwner(person)

/** Why the user can't change an account's role to this one; undefined if they can. */
export function roleError(person: Ranked, account: Ranked, role: number): 'forOwners' | 'guestStaysBelow' | undefined {
  if (!canDecideAbout(person, account) || (isOwner({ role }) && !isOwner(person))) return 'forOwners'
  return isGuest(account) && isAdministrator({ role }) ? 'guestStaysBelow' : undefined
}

/** For a bot, which can't have more rights than the user. */
export function botRoleError(person: Ranked, bot: Ranked, role: number): 'notAdministrator' | 'forOwners' | undefined {
  if (!isAdministrator(person)) return 'notAdministrator'
  return canDecideAbout(person, bot) && role >= person.role ? undefined : 'forOwners'
}

/** The highest role a user can invite to: owners any, administrators any but owner. */
export function highestRoleFrom(person: Ranked): number {
  if (isOwner(person)) return roles.owner
  return isAdministrator(person) ? roles.administrator : roles.member
}

export const canAdministerBot = (
  person: Ranked & { readonly id: number },
  bot: { readonly botOwnerId: number | null | undefined },
): boolean => bot.botOwnerId === person.id || isAdministrator(person)

const anyBot = permission('realm', 'can_create_bots_group')
const writeOnlyBot = anyOf(anyBot, permission('realm', 'can_create_write_only_bots_group'))

/** Limits of a bot depend on its owner, so people can't lift them by giving the bot to someone with a higher role. */
export const canGiveBotTo = (person: Ranked, owner: Ranked): boolean =>
  isAdministrator(person) || owner.role >= person.role

export const botRuleOf = (botType: number): Rule => (botType === botTypes.incomingWebhook ? writeOnlyBot : anyBot)

/** Changing one's own name, email, or avatar if the organization has turned that off. */
export const canChangeOwn = (person: Ranked, isTurnedOff: boolean): boolean => !isTurnedOff || isAdministrator(person)
