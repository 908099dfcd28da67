import { roles } from '#contract'
import { serverSupportedPermissionSettings } from '../../src/features/people/organization/permission-settings.ts'
import {
  defaultExternalAccounts,
  gifRatingPolicyOptions,
  videoChatProviders,
} from '../../src/features/people/organization/register-constants.ts'
import { permissionSettings, valueSettings } from '../../src/features/people/organization/settings.ts'
import { userSettingDefaults } from '../../src/features/people/user-settings/settings.ts'
import { o } from '../texts/organization.ts'
import type { Entry } from './entries.ts'
import { safetyAnswers } from './lockdown-entries.ts'
import { rules } from './organization-team.ts'
import { permissionGroups } from './permission-entries.ts'
import { called, painted, there } from './waiting.ts'

const groupOf = (name: string): number => permissionGroups.find((one) => one.name === name)?.id ?? 0
const person = (id: number, full_name: string, role: number = roles.member) => ({
  user_id: id,
  full_name,
  email: `user${id}@example.com`,
  delivery_email: `user${id}@example.com`,
  is_active: true,
  is_bot: false,
  avatar_version: 1,
  role,
  date_joined: '2025-11-03T08:00:00Z',
  timezone: '',
  profile_data: {},
})
const programs = [
  {
    ...{ id: 2, client_id: 'https://app.example/a/rather/long/client.json', name: 'Weaver', accounts: 12 },
    ...{ redirect_uris: ['https://app.example/callback', 'http://127.0.0.1:1/'], made_known_by: 'document' },
    date_created: 1772720000,
  },
  {
    ...{ id: 1, client_id: 'abc', name: 'Assistant of the whole house, which writes and asks', accounts: 0 },
    ...{ redirect_uris: ['com.example.app:/callback'], made_known_by: 'itself', date_created: 1772720000 },
  },
]
const channel = (stream_id: number, name: string, more: object = {}) => ({
  stream_id,
  name,
  description: '',
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  is_archived: false,
  color: '#3778c8',
  is_muted: false,
  pin_to_top: false,
  subscriber_count: 3,
  subscribers: [1, 2, 3],
  folder_id: null,
  ...more,
})
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="%23f2a65a"/></svg>'.replace('%23', '#'))}`
const emoji = (id: number, name: string, author_id = 2) => ({
  id: String(id),
  name,
  source_url: picture,
  still_url: null,
  deactivated: false,
  author_id,
})
const field = (id: number, type: number, name: string, hint = '', more: object = {}) => ({
  id,
  type,
  order: id,
  name,
  hint,
  field_data: '',
  required: false,
  editable_by_user: true,
  ...more,
})
const linkifier = (id: number, pattern: string, url_template: string) => ({
  id,
  pattern,
  url_template,
  example_input: null,
  reverse_template: null,
  alternative_url_templates: [],
})

const told = {
  ...Object.fromEntries(Object.entries(valueSettings).map(([name, one]) => [`realm_${name}`, one.default])),
  ...Object.fromEntries(
    Object.entries(permissionSettings).map(([name, one]) => [`realm_${name}`, groupOf(one.defaultGroup)]),
  ),
  realm_name: 'Analytical Engines',
  realm_description: 'We build *engines* that compute. Ask in #general when you are new here.',
  realm_authentication_methods: { Email: { enabled: true, available: true } },
  realm_available_video_chat_providers: {
    disabled: videoChatProviders.disabled,
    jitsi_meet: videoChatProviders.jitsi_meet,
  },
  gif_rating_policy_options: gifRatingPolicyOptions,
  server_web_public_streams_enabled: false,
  server_can_summarize_topics: false,
  server_jitsi_server_url: 'https://meet.example.com',
  server_supported_permission_settings: serverSupportedPermissionSettings,
  realm_icon_url: picture,
  realm_icon_source: 'U',
  realm_logo_url: picture,
  realm_logo_source: 'U',
  realm_night_logo_url: '',
  realm_night_logo_source: 'D',
  realm_user_groups: permissionGroups,
  realm_users: [person(1, 'Ada Lovelace', roles.owner), person(2, 'Ben'), person(3, 'Cleo')],
  realm_user_settings_defaults: {
    ...userSettingDefaults,
    emojiset_choices: [{ key: 'google', text: 'Google' }],
    available_notification_sounds: ['chime', 'ding', 'zulip'],
  },
  realm_emoji: Object.fromEntries(
    ['party_loquat', 'ship_it', 'a_name_as_long_as_names_of_emoji_may_be_which_is_rather_long_indeed'].map(
      (name, index) => [String(index), emoji(index, name)],
    ),
  ),
  realm_linkifiers: [
    linkifier(1, '#(?P<id>[0-9]+)', 'https://tracker.example.com/issues/{id}'),
    linkifier(
      2,
      '(?P<repository>[a-z-]+)@(?P<commit>[0-9a-f]{7,40})',
      'https://git.example.com/a/rather/long/address/{repository}/commit/{commit}',
    ),
  ],
  realm_playgrounds: [
    {
      id: 1,
      name: 'Rust playground',
      pygments_language: 'Rust',
      url_template: 'https://play.example.com/?code={code}',
    },
    { id: 2, name: 'Live', pygments_language: 'Lean', url_template: 'https://live.example.com/#code={code}' },
  ],
  custom_profile_fields: [
    field(1, 8, 'Pronouns', '', { display_in_profile_summary: true }),
    field(2, 3, 'Team', 'Where most of your work is', {
      required: true,
      field_data: '{"0":{"text":"Engines","order":"1"},"1":{"text":"Punched cards","order":"2"}}',
    }),
    field(3, 7, 'GitHub', 'User name at GitHub', { field_data: '{"subtype":"github"}' }),
    field(4, 2, 'What one should know about you, and has never dared to ask', '', { editable_by_user: false }),
  ],
  realm_default_external_accounts: defaultExternalAccounts,
  realm_domains: [
    { domain: 'analytical.example', allow_subdomains: true },
    { domain: 'engines.example', allow_subdomains: false },
  ],
  subscriptions: [channel(1, 'general'), channel(2, 'news'), channel(3, 'moderators', { invite_only: true })],
  unsubscribed: [],
  never_subscribed: [],
  realm_default_streams: [1],
  realm_default_stream_groups: [{ id: 1, name: 'Engineering', description: 'For who builds engines', streams: [2] }],
  channel_folders: ['Work', 'Fun and games, and everything else'].map((name, index) => ({
    id: index + 1,
    name,
    description: index === 0 ? 'What we are paid for' : '',
    rendered_description: '',
    order: index,
    date_created: null,
    creator_id: 1,
    is_archived: false,
  })),
}
const asMember = { ...told, realm_users: [person(1, 'Ada Lovelace'), person(2, 'Ben'), person(3, 'Cleo')] }
const bare = {
  ...told,
  realm_emoji: {},
  realm_linkifiers: [],
  realm_playgrounds: [],
  custom_profile_fields: [],
  realm_domains: [],
  realm_default_streams: [],
  realm_default_stream_groups: [],
}

const shown =
  (selector = '.settings-page :is(.setting-group, .list-of, .lead)') =>
  async () => {
    await there(selector)
    await painted()
  }
const opened = (label: string, then?: () => Promise<void>) => async () => {
  await there('.settings-page :is(.lead, .setting-group)')
  ;(await called('.settings-page button', label)).click()
  await there('dialog[open]')
  await then?.()
  await painted()
}
const writes = (labels: Readonly<Record<string, string>>, until: string) => async () => {
  for (const [label, text] of Object.entries(labels)) {
    const name = [...document.querySelectorAll('dialog label')].find(({ textContent }) => textContent === label)
    const input = document.getElementById(name?.getAttribute('for') ?? '') as HTMLInputElement
    input.focus()
    input.select()
    document.execCommand('insertText', false, text)
  }
  await there(until)
}
const page = (name: string, key: string, more: Partial<Entry> = {}): Entry => ({
  name: `organization, ${name}`,
  hash: `#organization/${key}`,
  told,
  after: shown(),
  ...more,
})
const tried = '<p>See <a href="https://tracker.example.com/issues/7">#7</a></p>'

export const organizationEntries: readonly Entry[] = [
  page('all pages', ''),
  page('profile', 'organization-profile'),
  page('how it works', 'organization-settings'),
  page('permissions', 'organization-permissions', { after: shown('.permission-picker') }),
  page('permissions, as a member sees them', 'organization-permissions', {
    told: asMember,
    after: shown('.group-setting'),
  }),
  page('another time', 'organization-permissions', {
    after: async () => {
      const select = (await there('#setting-message_content_edit_limit_seconds')) as HTMLSelectElement
      select.value = '-2'
      select.dispatchEvent(new Event('change', { bubbles: true }))
      ;(await there('.span-form')).scrollIntoView({ block: 'center' })
      await painted()
    },
  }),
  page('community safety', 'community-safety', { answers: safetyAnswers, after: shown('.segments') }),
  page('defaults', 'organization-level-user-defaults'),
  page('defaults, for a member', 'organization-level-user-defaults', { told: asMember }),
  page('channels for newcomers', 'default-channels-list'),
  page('channels for newcomers, none', 'default-channels-list', { told: bare }),
  page('a set of channels', 'default-channels-list', { after: opened(o.edit('Engineering')) }),
  page('folders', 'channel-folders', { after: shown('.folders') }),
  page('folders, for a member', 'channel-folders', { told: asMember }),
  page('profile fields', 'profile-field-settings'),
  page('profile fields, for a member', 'profile-field-settings', { told: asMember }),
  page('a list of choices', 'profile-field-settings', { after: opened(o.edit('Team')) }),
  page('deleting a field', 'profile-field-settings', { after: opened(o.deleteNamed('Team')) }),
  page('emoji', 'emoji-settings'),
  page('emoji, none', 'emoji-settings', { told: bare }),
  page('linkifiers', 'linkifier-settings'),
  page('linkifiers, none', 'linkifier-settings', { told: bare }),
  page('a linkifier that is tried', 'linkifier-settings', {
    answers: { 'POST /realm/linkifiers/try': { rendered: tried } },
    after: opened(
      o.addLinkifier,
      writes(
        {
          [o.pattern.label]: '#(?P<id>[0-9]+)',
          [o.linkTemplate.label]: 'https://t.example.com/{id}',
          [o.sample.label]: 'See #7',
        },
        '.becomes a',
      ),
    ),
  }),
  page('a linkifier that does not do', 'linkifier-settings', {
    answers: { 'POST /realm/linkifiers/try': 'Invalid pattern: missing closing )' },
    after: opened(
      o.addLinkifier,
      writes(
        { [o.pattern.label]: '#(', [o.linkTemplate.label]: 'https://t.example.com/{id}' },
        'dialog .setting-problem:not(:empty)',
      ),
    ),
  }),
  page('playgrounds', 'playground-settings'),
  page('a playground that is tried', 'playground-settings', {
    after: opened(o.edit('Rust playground'), writes({ [o.codeSample.label]: 'fn main() {}' }, '.becomes a')),
  }),
  page('domains', 'domains'),
  page('community rules', 'community-rules', { answers: { 'GET /realm/rules': rules }, after: shown('textarea') }),
  page('ways to sign in', 'auth-methods', {
    answers: { 'GET /server_settings': { external_authentication_methods: [] } },
  }),
  page('programs', 'programs', { answers: { 'GET /oauth_clients': { oauth_clients: programs } } }),
  page('programs, none', 'programs'),
]
