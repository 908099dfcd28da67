import { type ChannelPermission, channelRules, channelStateOf } from '../../src/features/channels/channels/rules.ts'
import { type GroupPermission, groupRules } from '../../src/features/people/groups/rules.ts'
import {
  type PermissionScope,
  permission,
  type TracedAsker,
  type Verdict,
} from '../../src/features/people/organization/rules.ts'
import { type Nested, pathOf, pathsOf } from './paths.ts'
import type { PermissionRules, PermissionValue } from './value.ts'

/** What decides, as the register answer tells it. */
export interface Known {
  readonly groups: ReadonlyMap<number, Nested>
  /** What a permission of the organization is set to. */
  organization(name: string): PermissionValue
  rules(scope: PermissionScope, name: string): PermissionRules
}

/** Who it is about: a person, or everybody in a group, with the role that all of them have at least. */
export interface PermissionSubject {
  readonly id: number
  readonly role: number
  readonly isGroup?: boolean
}
type Settings = Readonly<Record<string, unknown>>

/** What the rules ask about a person; `settings` are the permissions of the channel or the group. */
function factsOf(who: PermissionSubject, known: Known, settings: Settings = {}): TracedAsker {
  const path: TracedAsker['path'] = (scope, name) => {
    const value = scope === 'realm' ? known.organization(name) : (settings[name] as PermissionValue | undefined)
    // what the server does not tell of is for it to say
    if (value === undefined) return undefined
    return who.isGroup ? pathsOf(value, known.groups).groups.get(who.id) : pathOf(value, known.groups, who.id)
  }
  return {
    role: who.role,
    allowsGuests: (scope, name) => known.rules(scope, name).allow_everyone_group,
    holds: (scope, name) => path(scope, name) !== undefined,
    path,
  }
}

/** Whether somebody may do something in a channel, and why. */
export const explainInChannel = (
  permission: ChannelPermission,
  who: PermissionSubject,
  channel: Parameters<typeof channelStateOf>[0],
  isSubscribed: boolean,
  known: Known,
): Verdict =>
  channelRules[permission].explain({
    ...factsOf(who, known, channel as never),
    channel: channelStateOf(channel),
    isSubscribed,
  })

/** Whether somebody may do something with a group, and why. */
export const explainInGroup = (
  permission: GroupPermission,
  who: PermissionSubject,
  group: { readonly is_system_group: boolean },
  known: Known,
): Verdict =>
  groupRules[permission].explain({ ...factsOf(who, known, group as never), group: { isSystem: group.is_system_group } })

/** Whether somebody has a permission of the organization, and why. */
export const explainInOrganization = (name: string, who: PermissionSubject, known: Known): Verdict =>
  permission('realm', name).explain(factsOf(who, known))
