/** What the pages of the organization are called, by the last part of their addresses. */
export const enOrganizationPages = {
  'organization-profile': 'Profile of the organization',
  'organization-settings': 'How it works',
  'organization-permissions': 'Who may do what',
  'organization-level-user-defaults': 'Newcomers’ settings',
  'default-channels-list': 'Channels for newcomers',
  'channel-folders': 'Channel folders',
  'profile-field-settings': 'Profile fields',
  'emoji-settings': 'Emoji',
  'linkifier-settings': 'Linkifiers',
  'playground-settings': 'Code playgrounds',
  domains: 'Domains',
  'auth-methods': 'Ways to sign in',
  programs: 'Connected programs',
}
