import { type GroupSettingValue, roles } from '#contract'
import { type ChannelFacts, channelStateOf } from '../../src/features/channels/channels/rules.ts'
import type { UserGroup } from '../../src/features/people/groups/api.ts'
import type { GroupFacts } from '../../src/features/people/groups/rules.ts'
import type { Actor, PermissionScope } from '../../src/features/people/organization/rules.ts'
import { type Channel, isSubscribed } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { isForAnyone, isMine } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import { rulesOf } from './rules.ts'
import type { PermissionValue } from './value.ts'

/** The value of an organization permission; undefined if the server hasn't sent it. */
export const permissionValue = (name: string): PermissionValue | undefined =>
  part<PermissionValue | undefined>(`realm_${name}`).value

export const allowsGuests = (scope: PermissionScope, name: string): boolean => rulesOf(scope, name).allow_everyone_group

export const oneself = () => ({ id: ownId.value, role: person(ownId.value)?.role ?? roles.member })

type Settings = Readonly<Record<string, unknown>>

/** Input for the rules about the user. Unknown settings are left to the server. */
function ownFacts(settings: Settings = {}): Actor {
  return {
    role: oneself().role,
    allowsGuests,
    holds: (scope, name) => isMine((scope === 'realm' ? permissionValue(name) : settings[name]) as GroupSettingValue),
  }
}

export const own = (): Actor => ownFacts()

export const ownIn = (one: Channel): ChannelFacts => ({
  ...ownFacts(one as never),
  channel: channelStateOf(one),
  isSubscribed: isSubscribed(one.stream_id),
})

export const ownOf = (group: UserGroup): GroupFacts => ({
  ...ownFacts(group as never),
  group: { isSystem: group.is_system_group },
})

/** Input for the rules about another person, for permissions of the organization only. */
export const factsOf = (id: number): Actor => ({
  role: person(id)?.role ?? roles.member,
  allowsGuests,
  holds: (_scope, name) => isForAnyone(permissionValue(name) as GroupSettingValue | undefined, [id]),
})
