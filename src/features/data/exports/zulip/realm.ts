import { serverSupportedPermissionSettings } from '../../../people/organization/permission-settings.ts'
import { noChannel } from '../../../people/organization/settings/declaration.ts'
import type { Permissions } from './permissions.ts'
import { type Snapped, seconds } from './row.ts'

/** Settings that refer to channels, by column name. */
const channelSettings = {
  new_stream_announcements_stream: 'new_stream_announcements_stream_id',
  signup_announcements_stream: 'signup_announcements_stream_id',
  zulip_update_announcements_stream: 'zulip_update_announcements_stream_id',
  moderation_request_channel: 'moderation_request_channel_id',
} as const

export function realmRow(organization: Snapped<'organization'>, permissions: Permissions): object {
  const settings = organization.settings as Readonly<Record<string, unknown>>
  const channels = Object.entries(channelSettings).map(([column, name]) => {
    const id = settings[name] ?? noChannel
    return [column, id === noChannel ? null : id]
  })
  return {
    id: organization.id,
    string_id: organization.subdomain,
    name: organization.name,
    description: organization.description,
    date_created: seconds(organization.created_at),
    deactivated: organization.deactivated_at !== null,
    ...Object.fromEntries(channels),
    ...permissions.all(serverSupportedPermissionSettings.realm, settings),
  }
}

export const emptyTables = [
  ...['zerver_realmauditlog', 'zerver_useractivity', 'zerver_useractivityinterval', 'zerver_userpresence'],
  ...['zerver_botstoragedata', 'zerver_botconfigdata', 'zerver_service', 'zerver_onboardingstep'],
  ...['zerver_scheduledmessage', 'zerver_externalauthid', 'zerver_realmexport', 'zerver_realmreactivationstatus'],
  ...['zerver_navigationview', 'zerver_realmauthenticationmethod'],
] as const
