import { isAdministrator, isGuest } from '#contract'
import { channelRules } from '../../src/features/channels/channels/rules.ts'
import type { UserGroup } from '../../src/features/people/groups/api.ts'
import { type GroupPermission, groupRules } from '../../src/features/people/groups/rules.ts'
import { permission, type Rule } from '../../src/features/people/organization/rules.ts'
import type { Channel } from '../store/channels.ts'
import { groupsById } from '../store/groups.ts'
import type { Known } from './explanations.ts'
import { oneself, own, ownIn, ownOf, toldPermission } from './own-facts.ts'
import { rulesOf } from './rules.ts'
import type { PermissionValue } from './value.ts'

const nobody: PermissionValue = { direct_members: [], direct_subgroups: [] }

/** What a permission of the organization is set to; empty if the server doesn't tell. */
export const organizationPermission = (name: string): PermissionValue => toldPermission(name) ?? nobody

/** What decides who may do what, as it is now. */
export const known: Known = {
  get groups() {
    return groupsById.value
  },
  organization: organizationPermission,
  rules: rulesOf,
}

/** Whether one may do what takes permissions of the organization only. */
export const may = (rule: Rule): boolean => rule.allows(own())

/** Whether one has a permission of the organization, such as `can_create_groups`. */
export const haveInOrganization = (name: string): boolean => may(permission('realm', name))

export const isAdministering = (): boolean => isAdministrator(oneself())
export const isVisiting = (): boolean => isGuest(oneself())

/** Whether one may do something in a channel. */
export const canInChannel = (permission: keyof typeof channelRules, one: Channel): boolean =>
  channelRules[permission].allows(ownIn(one))

/** Whether one may do something with a group. */
export const canInGroup = (permission: GroupPermission, one: UserGroup): boolean =>
  groupRules[permission].allows(ownOf(one))

/** Whether one may change what a channel is for everybody. */
export const administers = (one: Channel): boolean => canInChannel('administer', one)

/** Whether one may read what is in a channel. */
export const canRead = (one: Channel): boolean => canInChannel('read', one)

export { oneself }
