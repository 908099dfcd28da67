import { holds } from '#contract'
import type { Organization } from '#platform/organization'
import { settingsOf } from './cache.ts'
import { organizationOptions } from './options.ts'
import { type Actor, allowsGuests, permitted, serverSupportedPermissionSettings } from './permission-settings.ts'
import type { Actor as RuleActor } from './rules.ts'
import type { PermissionSettingName } from './settings.ts'

export function canInOrganization(org: Organization, viewer: Actor, name: PermissionSettingName): boolean {
  return permitted(viewer, settingsOf(org)[name], serverSupportedPermissionSettings.realm[name])
}

/** The viewer, for rules with only organization-wide permissions. */
export const actorOf = (org: Organization, viewer: Actor): RuleActor => ({
  role: viewer.role,
  holds: (scope, name) => scope === 'realm' && holds(viewer, settingsOf(org)[name as PermissionSettingName]),
  allowsGuests,
})

/** Whether web-public channels can be read without an account. */
export const letsSpectatorsIn = (org: Organization): boolean =>
  organizationOptions(org.services.config).webPublicChannels === 'on' && settingsOf(org).enable_spectator_access
