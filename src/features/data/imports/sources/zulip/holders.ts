import {
  type ChannelPermissionName,
  type GroupPermissionName,
  serverSupportedPermissionSettings,
} from '../../../../people/organization/permission-settings.ts'
import { channelPolicies, type PermissionSettingName } from '../../../../people/organization/settings.ts'
import type { Holders, Loss, Permissions, RoleName } from '../../records.ts'
import type { Realm } from './realm.ts'
import type { Channel, NamedGroup } from './row.ts'

const { realm: organizationRules, stream, group: groupRules } = serverSupportedPermissionSettings
const organizationNames = Object.keys(organizationRules) as PermissionSettingName[]
const channelNames = Object.keys(stream) as ChannelPermissionName[]
const groupNames = Object.keys(groupRules) as GroupPermissionName[]

/** Maps system groups to roles; `nobody` has no role. Older releases prefix names with `@`. */
const roleOf = new Map<string, RoleName>([
  ['role:owners', 'owners'],
  ['role:administrators', 'administrators'],
  ['role:moderators', 'moderators'],
  ['role:fullmembers', 'fullmembers'],
  ['role:members', 'members'],
  ['role:everyone', 'everyone'],
  // anyone with access
  ['role:internet', 'everyone'],
])
const nobodyGroup = 'role:nobody'

/** Posting policies by number, which exports had before permissions. */
const postPolicies = new Map<unknown, RoleName>([
  [channelPolicies.everyone, 'everyone'],
  [channelPolicies.administrators, 'administrators'],
  [channelPolicies.fullMembers, 'fullmembers'],
  [channelPolicies.moderators, 'moderators'],
])

const holders = (more: Partial<Holders> = {}): Holders => ({ people: [], groups: [], roles: [], ...more })

/** Groups to import: neither system groups nor deactivated ones. */
export const ownGroups = ({ groups }: Realm): NamedGroup[] =>
  groups.filter((group) => !group.is_system_group && !group.deactivated)

const plainName = ({ name }: NamedGroup): string => name.replace(/^@/, '')
const idOf = ({ usergroup_ptr, id }: NamedGroup): number | undefined => usergroup_ptr ?? id ?? undefined

/** Resolves group ids: to named groups, roles, or the unnamed group of a single permission. */
export class GroupHolders {
  readonly #realm: Realm
  readonly #lose: (loss: Loss) => void
  readonly #named = new Map<number, NamedGroup>()
  readonly #own: ReadonlySet<number>

  constructor(realm: Realm, lose: (loss: Loss) => void) {
    this.#realm = realm
    this.#lose = lose
    for (const group of realm.groups) {
      const id = idOf(group)
      if (id !== undefined && !this.#named.has(id)) this.#named.set(id, group)
    }
    this.#own = new Set(ownGroups(realm).flatMap((group) => idOf(group) ?? []))
  }

  inside(id: number, where: string): { groups: string[]; roles: RoleName[] } {
    const groups: string[] = []
    const roles: RoleName[] = []
    for (const inner of this.#realm.subgroups.get(id) ?? []) {
      const role = this.#role(inner)
      if (this.#own.has(inner)) groups.push(String(inner))
      else if (role) roles.push(role)
      else if (!this.#isNobody(inner))
        this.#lose({ loss: 'Subgroups missing from the archive', where: `${where}: group ${inner}` })
    }
    return { groups, roles }
  }

  organization(one: NonNullable<Realm['realm']>): Permissions<PermissionSettingName> {
    return this.#stated(one, organizationNames, 'organization')
  }

  channel(one: Channel): Permissions<ChannelPermissionName> {
    const stated = this.#stated(one, channelNames, one.name)
    return {
      ...(stated.can_send_message_group ? {} : { can_send_message_group: posting(one) }),
      // before this permission existed, only administrators had it
      ...(stated.can_administer_channel_group ? {} : { can_administer_channel_group: holders() }),
      ...stated,
    }
  }

  group(one: NamedGroup): Permissions<GroupPermissionName> {
    return this.#stated(one, groupNames, one.name)
  }

  #stated<Name extends string>(
    row: Readonly<Partial<Record<Name, unknown>>>,
    names: readonly Name[],
    where: string,
  ): Partial<Record<Name, Holders>> {
    const stated: Partial<Record<Name, Holders>> = {}
    for (const name of names)
      if (row[name] !== undefined && row[name] !== null) stated[name] = this.#of(row[name], `${where}: ${name}`)
    return stated
  }

  #of(id: unknown, where: string): Holders {
    const role = typeof id === 'number' ? this.#role(id) : undefined
    if (role) return holders({ roles: [role] })
    if (typeof id !== 'number' || !this.#realm.groupIds.has(id) || this.#named.get(id)?.deactivated) {
      const what = typeof id === 'number' ? `group ${id}` : 'no group'
      this.#lose({ loss: 'Permissions of groups missing from the archive', where: `${where}: ${what}` })
      return holders()
    }
    if (this.#own.has(id)) return holders({ groups: [String(id)] })
    // no one, or the unnamed group of this permission
    if (this.#named.has(id)) return holders()
    return { people: (this.#realm.groupMembers.get(id) ?? []).map(String), ...this.inside(id, where) }
  }

  #isNobody(id: number): boolean {
    const group = this.#named.get(id)
    return group?.is_system_group === true && plainName(group) === nobodyGroup
  }

  #role(id: number): RoleName | undefined {
    const group = this.#named.get(id)
    return group?.is_system_group ? roleOf.get(plainName(group)) : undefined
  }
}

function posting({ stream_post_policy, is_announcement_only }: Channel): Holders {
  if (stream_post_policy === undefined || stream_post_policy === null)
    return holders({ roles: [is_announcement_only === true ? 'administrators' : 'everyone'] })
  return holders({ roles: [postPolicies.get(stream_post_policy) ?? 'administrators'] })
}
