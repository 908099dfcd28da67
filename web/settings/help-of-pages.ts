import { helpHref } from '../parts/help-href.ts'

/** What the help says about each page of settings, by its key. */
const pages: Readonly<Record<string, readonly [page: string, anchor?: string]>> = {
  profile: ['profile'],
  'account-and-privacy': ['privacy'],
  preferences: ['settings'],
  notifications: ['notifications', 'choosing'],
  topics: ['topics', 'muting-and-following'],
  'alert-words': ['notifications', 'alert-words'],
  'muted-users': ['privacy', 'muting-people'],
  'uploaded-files': ['files'],
  'your-bots': ['bots-and-integrations'],
  sessions: ['settings', 'where-you-are-signed-in'],
  'second-factor': ['settings', 'two-factor-authentication'],
  'access-tokens': ['bots-and-integrations', 'access-tokens'],
  agents: ['bots-and-integrations', 'agents'],
  keyboard: ['keys'],
  'organization-profile': ['administration'],
  'organization-settings': ['administration', 'what-is-where'],
  'organization-permissions': ['roles-and-permissions'],
  'organization-level-user-defaults': ['administration', 'what-is-where'],
  'default-channels-list': ['managing-channels', 'default-channels'],
  'channel-folders': ['managing-channels', 'folders'],
  'profile-field-settings': ['team-tools', 'profile-fields'],
  'emoji-settings': ['team-tools', 'emoji'],
  'linkifier-settings': ['team-tools', 'linkifiers'],
  'playground-settings': ['team-tools', 'playgrounds'],
  domains: ['members-and-invitations', 'who-can-join'],
  programs: ['bots-and-integrations', 'access-tokens'],
  'auth-methods': ['members-and-invitations', 'who-can-join'],
  users: ['members-and-invitations'],
  bots: ['bots-and-integrations'],
  integrations: ['bots-and-integrations', 'letting-something-post'],
  reports: ['moderation', 'for-moderators'],
  statistics: ['administration', 'how-it-goes'],
  'audit-log': ['administration', 'how-it-goes'],
  directories: ['members-and-invitations', 'directories'],
  directory: ['administration', 'a-directory'],
  'data-exports-admin': ['exports-imports-backups', 'exports'],
  imports: ['exports-imports-backups', 'imports'],
  backups: ['exports-imports-backups', 'backups'],
}

/** Where the help tells of a page of settings. */
export const helpOfPage = (key: string): string => helpHref(...(pages[key] ?? (['settings'] as const)))
export const pagesWithHelp: readonly string[] = Object.keys(pages)
