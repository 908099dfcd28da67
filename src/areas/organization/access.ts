import type { Organization } from '#platform/organization'
import { settingsOf } from './mirror.ts'
import { type Asker, permitted, serverSupportedPermissionSettings } from './permission-settings.ts'
import type { PermissionSettingName } from './settings.ts'

/** Whether somebody has a permission of the whole organization. */
export function mayInOrganization(org: Organization, viewer: Asker, name: PermissionSettingName): boolean {
  return permitted(viewer, settingsOf(org)[name], serverSupportedPermissionSettings.realm[name])
}
