import { isAdministrator, isGuest } from '#contract'
import { channelRules } from '../../src/features/channels/channels/rules.ts'
import type { UserGroup } from '../../src/features/people/groups/api.ts'
import { type GroupPermission, groupRules } from '../../src/features/people/groups/rules.ts'
import { permission, type Rule } from '../../src/features/people/organization/rules.ts'
import type { Channel } from '../store/channels.ts'
import { groupsById } from '../store/groups.ts'
import type { Known } from './explanations.ts'
import { oneself, own, ownIn, ownOf, permissionValue } from './own-facts.ts'
import { rulesOf } from './rules.ts'
import type { PermissionValue } from './value.ts'

const nobody: PermissionValue = { direct_members: [], direct_subgroups: [] }

/** The value of an organization permission; empty if the server doesn't send it. */
export const organizationPermission = (name: string): PermissionValue => permissionValue(name) ?? nobody

export const known: Known = {
  get groups() {
    return groupsById.value
  },
  organization: organizationPermission,
  rules: rulesOf,
}

export const can = (rule: Rule): boolean => rule.allows(own())

/** For example, `can_create_groups`. */
export const haveInOrganization = (name: string): boolean => can(permission('realm', name))

export const isAdministering = (): boolean => isAdministrator(oneself())
export const isVisiting = (): boolean => isGuest(oneself())

export const canInChannel = (permission: keyof typeof channelRules, one: Channel): boolean =>
  channelRules[permission].allows(ownIn(one))

export const canInGroup = (permission: GroupPermission, one: UserGroup): boolean =>
  groupRules[permission].allows(ownOf(one))

export const administers = (one: Channel): boolean => canInChannel('administer', one)

export const canRead = (one: Channel): boolean => canInChannel('read', one)

export { oneself }
