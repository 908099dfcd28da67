import type { GroupSettingValue } from '#contract'
import type { Organization } from '#platform/organization'
import { holds, isGuest, type Viewer } from '#platform/viewer'
import { settingsOf } from './mirror.ts'
import { type SupportedPermission, serverSupportedPermissionSettings } from './permission-settings.ts'
import type { PermissionSettingName } from './settings.ts'

type Asker = Pick<Viewer, 'id' | 'groupIds' | 'role'>

/** Whether somebody has a permission; guests lack those that are never theirs, whatever groups they are in. */
export function permitted(viewer: Asker, value: GroupSettingValue, rules: SupportedPermission): boolean {
  if (isGuest(viewer) && !rules.allow_everyone_group) return false
  return holds(viewer, value)
}

/** The same for a permission of the whole organization. */
export function mayInOrganization(org: Organization, viewer: Asker, name: PermissionSettingName): boolean {
  return permitted(viewer, settingsOf(org)[name], serverSupportedPermissionSettings.realm[name])
}
