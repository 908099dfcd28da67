import type { SettingsRoute } from '../narrow/settings-addresses.ts'

/** The settings pages under their headings, by the last part of their URLs. */
export const groups = {
  settings: {
    account: ['profile', 'account', 'second-factor', 'sessions', 'privacy', 'message-moderators'],
    preferences: ['appearance', 'language-and-time', 'messages', 'navigation', 'keyboard'],
    notifications: ['notifications', 'topics', 'alert-words', 'muted-users'],
    tools: ['your-bots', 'access-tokens', 'agents', 'uploaded-files'],
  },
  organization: {
    organization: [
      'organization-profile',
      'organization-settings',
      'organization-permissions',
      'organization-level-user-defaults',
    ],
    people: ['users', 'invitations', 'groups', 'profile-field-settings'],
    channels: ['default-channels-list', 'channel-folders'],
    content: ['emoji-settings', 'linkifier-settings', 'playground-settings'],
    integrations: ['automations', 'integrations', 'bots', 'programs'],
    signIn: ['auth-methods', 'domains', 'directories', 'directory'],
    oversight: [
      'community-rules',
      'community-safety',
      'reports',
      'modmail',
      'held-messages',
      'applications',
      'restrictions',
      'moderation-log',
      'audit-log',
      'statistics',
    ],
    data: ['data-exports-admin', 'imports', 'backups', 'status'],
  },
} as const satisfies Record<SettingsRoute['view'], Record<string, readonly string[]>>

type KeysOfUnion<T> = T extends unknown ? keyof T : never
export type Group = KeysOfUnion<(typeof groups)[SettingsRoute['view']]>

export const groupsOf = (head: SettingsRoute['view']): readonly (readonly [Group, readonly string[]])[] =>
  Object.entries(groups[head]) as [Group, readonly string[]][]
