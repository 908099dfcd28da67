import { apiError, asUserId, bool, endpoint, int, type Limited, restarted, type Shape, states, z } from '#contract'
import { GroupSettingUpdate, withoutMember } from '../groups/setting-errors.ts'
import { realmSettingsChanged } from '../organization/api.ts'
import { registerConstants } from '../organization/register-constants.ts'
import {
  derivedSettingSchemas,
  type OrganizationSetting,
  type OrganizationSettingName,
  organizationColumns,
  organizationSettings,
  permissionSettings,
} from '../organization/settings.ts'
import { userUpdated } from '../users/states.ts'

export const noSuchChannel = apiError(400, 'BAD_REQUEST', 'Invalid {name}: the channel does not exist')
export const channelNotPrivate = apiError(400, 'BAD_REQUEST', 'Invalid {name}: the channel is not private')
export const callsUnavailable = apiError(
  400,
  'BAD_REQUEST',
  'Invalid video_chat_provider: this server is not configured for it',
)
export const noMethodLeft = apiError(
  400,
  'BAD_REQUEST',
  'Invalid authentication_methods: at least one must stay enabled',
)
export const rulesMissing = apiError(
  400,
  'BAD_REQUEST',
  'There are no community rules to accept yet. Write them first.',
)
export const methodUnavailable = apiError(400, 'BAD_REQUEST', 'Invalid authentication method: {method}')

const settings = Object.entries<OrganizationSetting>(organizationSettings)

const settingParams = Object.fromEntries(
  settings.flatMap(([name, setting]) => {
    if (!setting.patchable) return []
    const schema = setting.kind === 'permission' ? GroupSettingUpdate : setting.input
    return [[name, schema.optional()]]
  }),
) as Record<OrganizationSettingName, z.ZodOptional<Limited<z.ZodUnknown>>>

/** Takes every setting; permissions as a value, or as the new value with the one it replaces. */
export const updateOrganization = endpoint('PATCH /realm', {
  summary: 'Update organization settings',
  caller: 'administrator',
  params: {
    name: organizationColumns.name.schema.optional(),
    description: organizationColumns.description.schema.optional(),
    ...settingParams,
  },
  errors: [noSuchChannel, channelNotPrivate, methodUnavailable, noMethodLeft, callsUnavailable, rulesMissing],
})

/** No one can sign in anymore, and clients are notified; the data stays. */
export const deactivateOrganization = endpoint('POST /realm/deactivate', {
  summary: "Deactivate the organization; only the server's operator can reactivate it",
  scope: 'never',
  caller: 'owner',
})

const word = z.string()
const prefixed = (schemas: Record<string, z.ZodType>): Shape =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`realm_${name}`, schema]))

const facts = {
  realm_date_created: int,
  realm_url: word,
  realm_uri: word,
  realm_uuid: word,
  realm_bot_domain: word,
  /** The organization is at the server's root: its owners see data about the whole server. */
  realm_is_root: bool,
  realm_icon_url: word,
  realm_icon_source: word,
  realm_logo_url: word,
  realm_logo_source: word,
  realm_night_logo_url: word,
  realm_night_logo_source: word,
  realm_plan_type: int,
  realm_upload_quota_mib: int.nullable(),
  realm_messages_per_minute_quota: int.nullable(),
  realm_event_queues_quota: int.nullable(),
  realm_push_notifications_enabled: bool,
  realm_push_notifications_enabled_end_timestamp: int.nullable(),
  realm_available_video_chat_providers: z.record(word, z.object({ id: int, name: word })),
  realm_default_external_accounts: z.record(word, z.record(word, word)),
  server_generation: int,
  server_emoji_data_url: word,
  server_thumbnail_formats: z.array(z.looseObject({ name: word })),
  server_report_message_types: z.array(z.object({ key: word, name: word })),
  server_supported_permission_settings: z.record(word, z.record(word, z.looseObject({}))),
  server_jitsi_server_url: word.nullable(),
  gif_rating_policy_options: z.record(word, z.object({ id: int, name: word })),
  giphy_rating_options: z.record(word, z.object({ id: int, name: word })),
  ...Object.fromEntries(Object.keys(registerConstants).map((name) => [name, z.unknown()])),
}

/** The organization's settings in register: fetch type `realm`. */
export const organizationState = states('realm', {
  ...prefixed(Object.fromEntries(settings.map(([name, { schema }]) => [name, schema]))),
  ...prefixed(derivedSettingSchemas),
  ...(facts as Shape),
  realm_name: word,
  realm_description: word,
  realm_rendered_description: word,
  realm_authentication_methods: z.record(word, z.object({ enabled: bool, available: bool })),
  realm_email_auth_enabled: bool,
  realm_password_auth_enabled: bool,
  jitsi_server_url: word.nullable(),
  server_inline_image_preview: bool,
  server_inline_url_embed_preview: bool,
  server_avatar_changes_disabled: bool,
  server_name_changes_disabled: bool,
  server_needs_upgrade: bool,
  server_web_public_streams_enabled: bool,
  server_sends_mail: bool,
  server_mcp_enabled: bool,
  server_mcp_registration_enabled: bool,
  server_can_summarize_topics: bool,
  settings_send_digest_emails: bool,
  development_environment: bool,
  zulip_plan_is_not_limited: bool,
  upgrade_text_for_wide_organization_logo: word,
} as Shape)
  .on(restarted, (value, { server_generation }) => ({ ...value, server_generation }))
  .on(realmSettingsChanged, (value, { data }) => {
    const next: Record<string, unknown> = { ...value }
    for (const [name, setting] of Object.entries(data)) if (`realm_${name}` in next) next[`realm_${name}`] = setting
    if ('jitsi_server_url' in data) next.jitsi_server_url = data.jitsi_server_url ?? next.server_jitsi_server_url
    return next as typeof value
  })
  .on(userUpdated, (value, { person }) => {
    // clients remove deactivated users from groups and settings themselves
    if (person.is_active !== false) return value
    const next: Record<string, unknown> = { ...value }
    for (const name of Object.keys(permissionSettings))
      next[`realm_${name}`] = withoutMember(next[`realm_${name}`] as never, asUserId(person.user_id))
    return next as typeof value
  })
