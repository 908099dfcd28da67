import { seconds } from '#contract'
import type { Organization } from '#platform/organization'
import { type Initial, initial, type Server } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { serializeGroupSetting } from '../groups/access/index.ts'
import { groupsCache } from '../groups/cache.ts'
import { letsSpectatorsIn } from '../organization/access.ts'
import { isRoot, organizationCache, settingsOf } from '../organization/cache.ts'
import { reachesApps } from '../organization/extension-points.ts'
import { organizationOptions } from '../organization/options.ts'
import { organizationUuid } from '../organization/organization-uuid.ts'
import { serverSupportedPermissionSettings } from '../organization/permission-settings.ts'
import { serializePictures } from '../organization/picture.ts'
import { quotasOf, serializeQuotas } from '../organization/quotas.ts'
import {
  defaultExternalAccounts,
  gifRatingPolicyOptions,
  registerConstants,
  serverDefaults,
  serverReportMessageTypes,
  serverThumbnailFormats,
  videoChatProviders,
} from '../organization/register-constants.ts'
import {
  derivedSettings,
  type OrganizationSettings,
  type PermissionSettingName,
  permissionSettings,
  type SystemGroupName,
} from '../organization/settings.ts'
import { authenticationMethods, directoryOn, isChosen, passwordMethod } from '../organization/sign-in-methods.ts'
import { jitsiServerUrlOf, videoChatServices } from './call-services.ts'
import { absent, rightsOf } from './states.ts'

export function serializeSettings(org: Organization, settings: OrganizationSettings): Record<string, unknown> {
  const groups = org.get(groupsCache)
  const shown: Record<string, unknown> = { ...settings }
  for (const name of Object.keys(permissionSettings) as PermissionSettingName[])
    shown[name] = serializeGroupSetting(org, settings[name])
  const methods = settings.authentication_methods
  return {
    ...shown,
    ...derivedSettings(settings, (id) => groups.byId.get(id)?.name as SystemGroupName | undefined),
    authentication_methods: Object.fromEntries(
      authenticationMethods(org.services.config, org).map((method) => [
        method,
        { enabled: isChosen(methods, method), available: true },
      ]),
    ),
    email_auth_enabled: methods[passwordMethod] !== false,
    password_auth_enabled: methods[passwordMethod] !== false || directoryOn(org.services.config, org),
  }
}

/** With register's prefix. */
const named = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`realm_${key}`, value]))

/** The path in register's `server_emoji_data_url`: names of all Unicode emoji, public. */
export const emojiDataPath = '/static/emoji.json'

export function serializeOrganization(org: Organization, server: Server): Record<string, unknown> {
  const { name, description, renderedDescription, subdomain, createdAt, settings } = org.get(organizationCache)
  const url = server.organizationUrl(subdomain)
  const shown = serializeSettings(org, settings)
  const services = videoChatServices(server.config)
  const server_jitsi_server_url = jitsiServerUrlOf(server.config)
  const pictures = serializePictures(org.get(organizationCache), url)
  return {
    ...registerConstants,
    ...serverDefaults,
    server_sends_mail: org.services.sendsMail,
    settings_send_digest_emails: org.services.sendsMail,
    server_mcp_enabled: organizationOptions(server.config).mcp === 'on',
    server_mcp_registration_enabled: organizationOptions(server.config).mcpRegistration === 'on',
    server_web_public_streams_enabled: organizationOptions(server.config).webPublicChannels === 'on',
    max_file_upload_size_mib: server.config.maxFileUploadMib,
    ...named({ ...serializeQuotas(quotasOf(org, server.config)), ...shown }),
    realm_name: name,
    realm_description: description,
    realm_rendered_description: renderedDescription,
    realm_date_created: seconds(createdAt),
    realm_url: url,
    realm_uri: url,
    realm_uuid: organizationUuid(org),
    realm_bot_domain: new URL(url).hostname,
    realm_is_root: isRoot(org),
    ...named(pictures),
    realm_push_notifications_enabled: reachesApps(server.config),
    realm_push_notifications_enabled_end_timestamp: null,
    realm_available_video_chat_providers: Object.fromEntries(services.map((name) => [name, videoChatProviders[name]])),
    server_jitsi_server_url,
    realm_default_external_accounts: defaultExternalAccounts,
    jitsi_server_url: settings.jitsi_server_url ?? server_jitsi_server_url,
    server_generation: server.generation,
    server_emoji_data_url: `${url}${emojiDataPath}`,
    server_thumbnail_formats: serverThumbnailFormats,
    server_report_message_types: serverReportMessageTypes,
    server_supported_permission_settings: serverSupportedPermissionSettings,
    gif_rating_policy_options: gifRatingPolicyOptions,
    giphy_rating_options: gifRatingPolicyOptions,
  }
}

export function serializeRights(org: Organization, viewer: Viewer) {
  const settings = settingsOf(org)
  return rightsOf(viewer, (name) => settings[name], letsSpectatorsIn(org))
}

/** Empty values of absent features; remove a line when a feature implements it. */
export const notYet: readonly Initial[] = [
  initial(absent.embeddedBots, () => []),
  initial(absent.onboardingSteps, () => []),
  initial(absent.navigationTour, () => null),
  initial(absent.stopWords, () => []),
  initial(absent.giphy, () => ''),
  initial(absent.tenor, () => ''),
  initial(absent.billing, () => ({ has_pending_sponsorship_request: false })),
]
