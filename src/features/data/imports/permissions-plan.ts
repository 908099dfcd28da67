import {
  type SupportedPermission,
  serverSupportedPermissionSettings,
} from '../../people/organization/permission-settings.ts'
import type { PermissionSettingName, SystemGroupName } from '../../people/organization/settings.ts'
import type { Catalog, ChannelRecord, GroupRecord, Holders, Permissions, RoleName } from './records.ts'
import type { Report } from './report.ts'
import type { Target } from './target.ts'

const maxNamed = 1_000

export interface PermissionMeans {
  readonly target: Pick<Target, 'isOwn'>
  readonly people: { has(key: string): boolean }
  readonly groups: { has(key: string): boolean }
  readonly report: Report
}

/** Holders of these permissions can read a private channel, or see that it exists, without being subscribed. */
const opensChannel = new Set([
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
] as const satisfies readonly (keyof typeof serverSupportedPermissionSettings.stream)[])

/** Holders of these permissions can join a group, and so see what it can see. */
const opensGroup = new Set([
  'can_add_members_group',
  'can_join_group',
  'can_manage_group',
] as const satisfies readonly (keyof typeof serverSupportedPermissionSettings.group)[])

/** A channel's permissions: never wider than in the archive; reported if narrower. */
export const planChannelPermissions = (
  { permissions = {}, isPrivate }: ChannelRecord,
  name: string,
  means: PermissionMeans,
) => planned(permissions, serverSupportedPermissionSettings.stream, isPrivate ? opensChannel : nothing, name, means)

export const planGroupPermissions = ({ permissions = {} }: GroupRecord, name: string, means: PermissionMeans) =>
  planned(permissions, serverSupportedPermissionSettings.group, opensGroup, name, means)

const nothing: ReadonlySet<string> = new Set()

/** An existing organization keeps its permissions: its people didn't ask for the archive's. */
export function planOrganizationPermissions(
  { permissions = {} }: Catalog['organization'],
  means: PermissionMeans,
): Permissions<PermissionSettingName> {
  if (!means.target.isOwn) {
    for (const name of Object.keys(permissions))
      means.report.change("The organization's permissions, which stay unchanged here", name)
    return {}
  }
  const plan = planned(permissions, supportedByOrganization, nothing, 'organization', means)
  const entries = Object.entries(plan) as [PermissionSettingName, Holders][]
  const allowed = entries.map(([name, holders]) => [name, allowedHolders(name, holders, means)] as const)
  return Object.fromEntries(allowed)
}

const { realm: supportedByOrganization } = serverSupportedPermissionSettings
const narrowestFirst: readonly RoleName[] = [
  ...(['owners', 'administrators', 'moderators'] as const),
  ...(['fullmembers', 'members', 'everyone'] as const),
]

/** If a permission needs a role or a holder, the narrowest allowed role gets it. */
function allowedHolders(name: PermissionSettingName, holders: Holders, { report }: PermissionMeans): Holders {
  const rules = supportedByOrganization[name]
  const count = holders.people.length + holders.groups.length + holders.roles.length
  const isRole = count === 1 && holders.roles.length === 1
  if (count === 0 ? rules.allow_nobody_group : isRole || !rules.require_system_group) return holders
  const roles = narrowestFirst.filter((role) => takes(rules, role)).slice(0, 1)
  const loss = 'Permissions of the organization that cannot be given so here: the fewest have them who can'
  report.lose({ loss, where: `${name}: ${roles}` })
  return { people: [], groups: [], roles }
}

/** Other people hold the roles of an existing organization, and would get what was meant for people of the archive. */
export function planRoles({ roles = [] }: GroupRecord, name: string, { target, report }: PermissionMeans): RoleName[] {
  if (target.isOwn) return [...roles]
  for (const role of roles) report.lose({ loss: 'Group roles, which work differently here', where: `${name}: ${role}` })
  return []
}

function planned<Name extends string>(
  given: Permissions<Name>,
  supported: Readonly<Record<Name, SupportedPermission>>,
  opening: ReadonlySet<string>,
  where: string,
  means: PermissionMeans,
): Permissions<Name> {
  const result: Partial<Record<Name, Holders>> = {}
  for (const [name, holders] of Object.entries(given) as [Name, Holders | undefined][])
    if (holders) {
      const isOpening = opening.has(name) && !means.target.isOwn
      result[name] = plannedHolders(holders, supported[name], isOpening, `${where}: ${name}`, means)
      means.report.count('permissions')
    }
  return result
}

function plannedHolders(
  holders: Holders,
  rules: SupportedPermission,
  isOpening: boolean,
  where: string,
  { people, groups, report }: PermissionMeans,
): Holders {
  const lose = (loss: string, what: string) => report.lose({ loss, where: `${where}: ${what}` })
  const known = (keys: readonly string[], of: { has(key: string): boolean }, loss: string) => {
    const found = [...new Set(keys)].filter((key) => of.has(key))
    for (const key of new Set(keys)) if (!of.has(key)) lose(loss, key)
    for (const key of found.slice(maxNamed)) lose('Permissions beyond the limit of a thousand people or groups', key)
    return found.slice(0, maxNamed)
  }
  const roles = holders.roles.flatMap((role): RoleName[] => {
    // guests can't hold permissions that aren't allowed for everyone
    const here = role === 'everyone' && !rules.allow_everyone_group ? 'members' : role
    if (isOpening) {
      lose('Permissions of a role that would be wider here than in the archive', role)
      return []
    }
    if (takes(rules, here)) return [here]
    lose("Permissions of a role that can't have them here", role)
    return []
  })
  return {
    people: known(holders.people, people, 'Permissions of people who are not in the archive'),
    groups: known(holders.groups, groups, 'Permissions of groups missing from the archive'),
    roles: [...new Set(roles)],
  }
}

export const systemGroupOf = (role: RoleName): SystemGroupName => `role:${role}`

const takes = ({ allowed_system_groups: allowed }: SupportedPermission, role: RoleName): boolean =>
  allowed.length === 0 || allowed.includes(systemGroupOf(role))
