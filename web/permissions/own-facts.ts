import { type GroupSettingValue, roles } from '#contract'
import { type ChannelFacts, channelStateOf } from '../../src/features/channels/channels/rules.ts'
import type { UserGroup } from '../../src/features/people/groups/api.ts'
import type { GroupFacts } from '../../src/features/people/groups/rules.ts'
import type { Asker, PermissionScope } from '../../src/features/people/organization/rules.ts'
import { type Channel, isSubscribed } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { isForAnyone, isMine } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import { rulesOf } from './rules.ts'
import type { PermissionValue } from './value.ts'

/** What a permission of the organization is set to; undefined until the server has told. */
export const toldPermission = (name: string): PermissionValue | undefined =>
  part<PermissionValue | undefined>(`realm_${name}`).value

export const allowsGuests = (scope: PermissionScope, name: string): boolean => rulesOf(scope, name).allow_everyone_group

/** The signed-in person's own id and role. */
export const oneself = () => ({ id: ownId.value, role: person(ownId.value)?.role ?? roles.member })

type Settings = Readonly<Record<string, unknown>>

/** What the rules ask about the signed-in person. What isn't known yet is for the server to refuse. */
function ownFacts(settings: Settings = {}): Asker {
  return {
    role: oneself().role,
    allowsGuests,
    holds: (scope, name) => isMine((scope === 'realm' ? toldPermission(name) : settings[name]) as GroupSettingValue),
  }
}

export const own = (): Asker => ownFacts()

export const ownIn = (one: Channel): ChannelFacts => ({
  ...ownFacts(one as never),
  channel: channelStateOf(one),
  isSubscribed: isSubscribed(one.stream_id),
})

export const ownOf = (group: UserGroup): GroupFacts => ({
  ...ownFacts(group as never),
  group: { isSystem: group.is_system_group },
})

/** What the rules ask about another person, as far as permissions of the organization go. */
export const factsOf = (id: number): Asker => ({
  role: person(id)?.role ?? roles.member,
  allowsGuests,
  holds: (_scope, name) => isForAnyone(toldPermission(name) as GroupSettingValue | undefined, [id]),
})
