import type { GroupId, GroupSettingValue, UserId } from './ids.ts'

/** The API's role numbers; lower numbers have more permissions. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

/** The API's bot type numbers. */
export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const

interface Ranked {
  readonly role: number
}

export const isOwner = ({ role }: Ranked): boolean => role <= roles.owner
export const isAdministrator = ({ role }: Ranked): boolean => role <= roles.administrator
export const isModerator = ({ role }: Ranked): boolean => role <= roles.moderator
export const isGuest = ({ role }: Ranked): boolean => role >= roles.guest

/** Whether a user has the permission. `groupIds` are groups the user belongs to indirectly. */
export function holds(
  actor: { readonly id: UserId; readonly groupIds: ReadonlySet<GroupId> },
  value: GroupSettingValue,
): boolean {
  if (typeof value === 'number') return actor.groupIds.has(value)
  return value.direct_members.includes(actor.id) || value.direct_subgroups.some((id) => actor.groupIds.has(id))
}
