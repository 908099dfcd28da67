import type { GroupSettingValue } from '#contract'

export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

/** Who asks: loaded once for a request, with every group that the person is in, directly or through other groups. */
export interface Viewer {
  readonly id: number
  readonly orgId: number
  /** Section 2.5; the smaller the number, the more its holder may. */
  readonly role: number
  readonly isBot: boolean
  /** An incoming webhook bot, whose key is good for sending messages and nothing else. */
  readonly onlySends?: boolean
  readonly groupIds: ReadonlySet<number>
  /** Somebody without an account, who reads web-public channels: the id stands for nobody. */
  readonly isSpectator?: boolean
}

export const isOwner = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role <= roles.owner
export const isAdministrator = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role <= roles.administrator
export const isModerator = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role <= roles.moderator
export const isGuest = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role >= roles.guest

/** Whether a person is among those whom a group-setting value names. Section 2.1 of the specification. */
export function holds(viewer: Pick<Viewer, 'id' | 'groupIds'>, value: GroupSettingValue): boolean {
  if (typeof value === 'number') return viewer.groupIds.has(value)
  return value.direct_members.includes(viewer.id) || value.direct_subgroups.some((id) => viewer.groupIds.has(id))
}
