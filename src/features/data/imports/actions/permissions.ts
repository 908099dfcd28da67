import type { GroupId, GroupSettingValue } from '#contract'
import type { Organization } from '#platform/organization'
import { normalizeGroupSettingValue } from '../../../people/groups/access/index.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import type { SystemGroupName } from '../../../people/organization/settings.ts'
import { type Import, idsOf } from '../import.ts'
import { systemGroupOf } from '../permissions-plan.ts'
import type { Holders, Permissions, RoleName } from '../records.ts'

export const roleGroups = ({ org }: Pick<Import, 'org'>, roles: readonly RoleName[]): GroupId[] =>
  roles.map((role) => systemGroup(org, systemGroupOf(role)))

function systemGroup(org: Organization, name: SystemGroupName): GroupId {
  const id = org.get(organizationCache).systemGroups.get(name)
  if (id === undefined) throw new Error(`The organization has no group ${name}`)
  return id as GroupId
}

/** Accounts and groups must exist; unclaimed accounts keep their permissions. */
export function permissionValues<Name extends string>(
  one: Import,
  permissions: Permissions<Name>,
): Partial<Record<Name, GroupSettingValue>> {
  const entries = Object.entries(permissions) as [Name, Holders][]
  return Object.fromEntries(entries.map(([name, holders]) => [name, settingOf(one, holders)])) as Partial<
    Record<Name, GroupSettingValue>
  >
}

function settingOf(one: Import, { people, groups, roles }: Holders): GroupSettingValue {
  const named = groups.flatMap((key) => one.groups.get(key)?.id ?? [])
  const direct_members = idsOf(one, people)
  const direct_subgroups = [...new Set([...named, ...roleGroups(one, roles)])]
  if (direct_members.length + direct_subgroups.length === 0) return systemGroup(one.org, 'role:nobody')
  return normalizeGroupSettingValue({ direct_members, direct_subgroups })
}
