import { type ChannelPermission, channelRules, channelStateOf } from '../../src/features/channels/channels/rules.ts'
import { type GroupPermission, groupRules } from '../../src/features/people/groups/rules.ts'
import {
  type PermissionScope,
  permission,
  type TracedActor,
  type Verdict,
} from '../../src/features/people/organization/rules.ts'
import { type Nested, type Path, pathOf, pathsOf } from './paths.ts'
import type { PermissionRules, PermissionValue } from './value.ts'

/** Data that permission checks depend on, from the register response. */
export interface Known {
  readonly groups: ReadonlyMap<number, Nested>
  organization(name: string): PermissionValue
  rules(scope: PermissionScope, name: string): PermissionRules
  /** Precomputed paths from people to a value; computed per call if missing. */
  path?(value: PermissionValue, userId: number): Path | undefined
}

/** The subject of a check: a person, or all members of a group, with the lowest role among them. */
export interface PermissionSubject {
  readonly id: number
  readonly role: number
  readonly isGroup?: boolean
}
type Settings = Readonly<Record<string, unknown>>

/** Input for the rules; `settings` are the permissions of the channel or group. */
function factsOf(who: PermissionSubject, known: Known, settings: Settings = {}): TracedActor {
  const path: TracedActor['path'] = (scope, name) => {
    const value = scope === 'realm' ? known.organization(name) : (settings[name] as PermissionValue | undefined)
    // unknown settings are left to the server
    if (value === undefined) return undefined
    if (who.isGroup) return pathsOf(value, known.groups).groups.get(who.id)
    return known.path ? known.path(value, who.id) : pathOf(value, known.groups, who.id)
  }
  return {
    role: who.role,
    allowsGuests: (scope, name) => known.rules(scope, name).allow_everyone_group,
    holds: (scope, name) => path(scope, name) !== undefined,
    path,
  }
}

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

export const explainInGroup = (
  permission: GroupPermission,
  who: PermissionSubject,
  group: { readonly is_system_group: boolean },
  known: Known,
): Verdict =>
  groupRules[permission].explain({ ...factsOf(who, known, group as never), group: { isSystem: group.is_system_group } })

export const explainInOrganization = (name: string, who: PermissionSubject, known: Known): Verdict =>
  permission('realm', name).explain(factsOf(who, known))
