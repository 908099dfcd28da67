/** System groups; a role's group contains the groups of all higher roles. */
export const systemGroupNames = [
  'role:internet',
  'role:everyone',
  'role:members',
  'role:fullmembers',
  'role:moderators',
  'role:administrators',
  'role:owners',
  'role:nobody',
] as const
export type SystemGroupName = (typeof systemGroupNames)[number]
/** The system group that has no members. */
export const emptyRole = 'role:nobody' satisfies SystemGroupName

/** System groups a permission can be given to; see `server_supported_permission_settings`. */
export interface SystemGroupChoice {
  readonly allow_internet_group: boolean
  readonly allow_everyone_group: boolean
  readonly allow_nobody_group: boolean
  /** If not empty, the only ones allowed. */
  readonly allowed_system_groups: readonly string[]
}

export function takesSystemGroup(rules: SystemGroupChoice, group: string): boolean {
  if (group === 'role:internet' && !rules.allow_internet_group) return false
  if (group === 'role:everyone' && !rules.allow_everyone_group) return false
  if (group === emptyRole && !rules.allow_nobody_group) return false
  return rules.allowed_system_groups.length === 0 || rules.allowed_system_groups.includes(group)
}
