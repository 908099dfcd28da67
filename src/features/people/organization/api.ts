import { bool, endpoint, event, int, z } from '#contract'

/** The organization's fields are absent at a root without one. */
export const getServerSettings = endpoint('GET /server_settings', {
  summary: 'Get server settings',
  caller: 'anyone',
  result: {
    authentication_methods: z.record(z.string(), bool),
    external_authentication_methods: z.array(
      z.object({
        name: z.string(),
        display_name: z.string(),
        display_icon: z.string().nullable(),
        login_url: z.string(),
        signup_url: z.string(),
      }),
    ),
    service_feature_level: int,
    service_version: z.string(),
    service_merge_base: z.string(),
    zulip_feature_level: int,
    zulip_version: z.string(),
    zulip_merge_base: z.string(),
    push_notifications_enabled: bool,
    is_incompatible: bool,
    email_auth_enabled: bool.optional(),
    require_email_format_usernames: bool,
    realm_uri: z.string().optional(),
    realm_url: z.string().optional(),
    realm_name: z.string().optional(),
    realm_icon: z.string().optional(),
    realm_description: z.string().optional(),
    realm_web_public_access_enabled: bool.optional(),
  },
})

/** Several settings at once; `data` has their names without `realm_`. */
export const realmSettingsChanged = event('realm', 'update_dict', {
  property: z.literal('default'),
  data: z.record(z.string(), z.unknown()),
})

/** A default setting for new users changed. */
export const defaultChanged = event('realm_user_settings_defaults', 'update', {
  property: z.string(),
  value: z.unknown(),
})

/** Makes clients sign out. */
export const organizationDeactivated = event('realm', 'deactivated', { realm_id: int })
