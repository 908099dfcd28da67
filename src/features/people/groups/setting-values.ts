import type { GroupId, GroupSettingValue, UserId } from '#contract'
import { ascending } from '#contract'
import type { Organization } from '#platform/organization'
import type { SupportedPermission } from '../organization/permission-settings.ts'
import { takesSystemGroup } from '../organization/system-group-rules.ts'
import { peopleCache } from '../users/cache.ts'
import { groupsCache } from './cache.ts'
import {
  expectationMismatch,
  type GroupSettingUpdate,
  groupIsDeactivated,
  groupNotAllowed,
  invalidUserId,
  normalizeGroupSettingValue,
  noSuchGroup,
  systemGroupRequired,
  userRequired,
} from './setting-errors.ts'

export * from './setting-errors.ts'

interface GroupCollection {
  direct_members: UserId[]
  direct_subgroups: GroupId[]
}

/**
 * Resolves a value to a collection, without deactivated users. `reactivated` is a user being reactivated in this
 * transaction, which the caches don't show yet.
 */
export function resolveGroupSetting(
  org: Organization,
  value: GroupSettingValue,
  reactivated?: UserId,
): GroupCollection {
  if (typeof value === 'number') return { direct_members: [], direct_subgroups: [value] }
  const { byId } = org.get(peopleCache)
  return {
    direct_members: ascending(value.direct_members).filter((id) => id === reactivated || byId.get(id)?.isActive),
    direct_subgroups: ascending(value.direct_subgroups),
  }
}

export function serializeGroupSetting(
  org: Organization,
  value: GroupSettingValue,
  reactivated?: UserId,
): GroupSettingValue {
  return typeof value === 'number' ? value : resolveGroupSetting(org, value, reactivated)
}

function sameGroupSetting(org: Organization, a: GroupSettingValue, b: GroupSettingValue): boolean {
  return JSON.stringify(resolveGroupSetting(org, a)) === JSON.stringify(resolveGroupSetting(org, b))
}

/** Throws if users or groups are unknown, or groups aren't allowed for the setting; returns the normalized value. */
export function checkGroupSettingValue(
  org: Organization,
  name: string,
  value: GroupSettingValue,
  rules: SupportedPermission,
): GroupSettingValue {
  const normal = normalizeGroupSettingValue(value)
  const { direct_members, direct_subgroups } =
    typeof normal === 'number' ? { direct_members: [], direct_subgroups: [normal] } : normal
  const people = org.get(peopleCache)
  for (const user_id of direct_members) {
    const account = people.byId.get(user_id)
    if (!account?.isActive || account.isSystemBot) throw invalidUserId({}, { user_id })
  }
  const groups = org.get(groupsCache)
  for (const id of direct_subgroups) {
    const group = groups.byId.get(id)
    if (!group) throw noSuchGroup()
    if (group.deactivated) throw groupIsDeactivated()
    if (group.isSystem && !takesSystemGroup(rules, group.name)) throw groupNotAllowed({}, { name, group: group.name })
    if (rules.require_system_group && !group.isSystem) throw systemGroupRequired({ setting_name: name })
  }
  if (rules.require_system_group && typeof normal !== 'number') throw systemGroupRequired({ setting_name: name })
  if (!rules.allow_nobody_group && direct_members.length + direct_subgroups.length === 0)
    throw userRequired({}, { name })
  return normal
}

/** The validated new value; undefined if it's unchanged. */
export function changedGroupSetting(
  org: Organization,
  name: string,
  current: GroupSettingValue,
  update: GroupSettingUpdate,
  rules: SupportedPermission,
): GroupSettingValue | undefined {
  const asked = typeof update === 'object' && 'new' in update ? update : { new: update }
  if (asked.old !== undefined && !sameGroupSetting(org, asked.old, current)) throw expectationMismatch({}, { name })
  const value = checkGroupSettingValue(org, name, asked.new, rules)
  return JSON.stringify(value) === JSON.stringify(normalizeGroupSettingValue(current)) ? undefined : value
}
