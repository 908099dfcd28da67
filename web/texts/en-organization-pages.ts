/** Titles of the organization settings pages, by the last part of their URLs. */
export const enOrganizationPages = {
  'organization-profile': 'Organization profile',
  'organization-settings': 'Organization settings',
  'organization-permissions': 'Permissions',
  'organization-level-user-defaults': 'Default settings for new users',
  'default-channels-list': 'Default channels',
  'channel-folders': 'Channel folders',
  'profile-field-settings': 'Profile fields',
  'emoji-settings': 'Custom emoji',
  'linkifier-settings': 'Linkifiers',
  'playground-settings': 'Code playgrounds',
  domains: 'Domains',
  'auth-methods': 'Sign-in methods',
  programs: 'Connected apps',
}
