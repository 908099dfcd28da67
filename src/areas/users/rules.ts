import { botTypes, isAdministrator, isGuest, isOwner, roles } from '#contract'
import { anyOf, permission, type Rule } from '../organization/rules.ts'

interface Ranked {
  readonly role: number
}

/** Only owners decide about owners: their role, deactivating and reactivating them, removing their second factor. */
export const canDecideAbout = (person: Ranked, account: Ranked): boolean => !isOwner(account) || isOwner(person)

/** Why a person can't change an account's role to this one; undefined if they can. */
export function roleProblem(
  person: Ranked,
  account: Ranked,
  role: number,
): 'forOwners' | 'guestStaysBelow' | undefined {
  if (!canDecideAbout(person, account) || (isOwner({ role }) && !isOwner(person))) return 'forOwners'
  return isGuest(account) && isAdministrator({ role }) ? 'guestStaysBelow' : undefined
}

/** The same for a bot, which can't be given more rights than the person has. */
export function botRoleProblem(
  person: Ranked,
  bot: Ranked,
  role: number,
): 'notAdministrator' | 'forOwners' | undefined {
  if (!isAdministrator(person)) return 'notAdministrator'
  return canDecideAbout(person, bot) && role >= person.role ? undefined : 'forOwners'
}

/** The highest role that a person can invite others as: owners to any, administrators to any but owner. */
export function highestRoleFrom(person: Ranked): number {
  if (isOwner(person)) return roles.owner
  return isAdministrator(person) ? roles.administrator : roles.member
}

/** One's own bots, and any for an administrator. */
export const canAdministerBot = (
  person: Ranked & { readonly id: number },
  bot: { readonly botOwnerId: number | null | undefined },
): boolean => bot.botOwnerId === person.id || isAdministrator(person)

const anyBot = permission('realm', 'can_create_bots_group')
const writeOnlyBot = anyOf(anyBot, permission('realm', 'can_create_write_only_bots_group'))

/** Creating a bot of this type. */
export const botRuleOf = (botType: number): Rule => (botType === botTypes.incomingWebhook ? writeOnlyBot : anyBot)

/** Changing one's own name, email or avatar where the organization has turned that off. */
export const canChangeOwn = (person: Ranked, isTurnedOff: boolean): boolean => !isTurnedOff || isAdministrator(person)
