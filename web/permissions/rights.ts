import { isAdministrator, isGuest, roles } from '#contract'
import type { UserGroup } from '../../src/areas/groups/api.ts'
import { type Channel, isSubscribed } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { groupsById } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import {
  type ChannelDeed,
  type GroupDeed,
  judgeInChannel,
  judgeInOrganization,
  judgeOfGroup,
  type Known,
} from './judgement.ts'
import { rulesOf } from './rules.ts'
import type { PermissionValue } from './value.ts'

/** Where a server does not tell of a permission, it has the last word. */
const nobody: PermissionValue = { direct_members: [], direct_subgroups: [] }

/** What a permission of the organization is set to. */
export const organizationPermission = (name: string): PermissionValue =>
  part<PermissionValue | undefined>(`realm_${name}`).value ?? nobody

/** What decides who may do what, as it is now. */
export const known: Known = {
  get groups() {
    return groupsById.value
  },
  organization: organizationPermission,
  rules: rulesOf,
}

/** One's own id and role. */
export const oneself = () => ({ id: ownId.value, role: person(ownId.value)?.role ?? roles.guest })

/** Whether one has a permission of the organization, such as `can_create_groups`. */
export const haveInOrganization = (name: string): boolean => judgeInOrganization(name, oneself(), known).may

export const isAdministering = (): boolean => isAdministrator(oneself())
export const isVisiting = (): boolean => isGuest(oneself())

/** Whether one may do something in a channel. */
export const mayInChannel = (deed: ChannelDeed, one: Channel): boolean =>
  judgeInChannel(deed, oneself(), one, isSubscribed(one.stream_id), known).may

/** Whether one may do something with a group. */
export const mayOfGroup = (deed: GroupDeed, one: UserGroup): boolean => judgeOfGroup(deed, oneself(), one, known).may

/** Whether one may change what a channel is for everybody. */
export const administers = (one: Channel): boolean => mayInChannel('administer', one)

/** Whether one may read what is in a channel. */
export const mayRead = (one: Channel): boolean => mayInChannel('read', one)
