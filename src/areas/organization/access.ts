import type { Organization } from '#platform/organization'
import { settingsOf } from './mirror.ts'
import { organizationOptions } from './options.ts'
import { type Asker, permitted, serverSupportedPermissionSettings } from './permission-settings.ts'
import type { PermissionSettingName } from './settings.ts'

/** Whether somebody has a permission of the whole organization. */
export function mayInOrganization(org: Organization, viewer: Asker, name: PermissionSettingName): boolean {
  return permitted(viewer, settingsOf(org)[name], serverSupportedPermissionSettings.realm[name])
}

/** Whether the organization's web-public channels can be read without an account. */
export const letsSpectatorsIn = (org: Organization): boolean =>
  organizationOptions(org.services.config).webPublicChannels === 'on' && settingsOf(org).enable_spectator_access
