import { canRestrictMembers } from '../../permissions/restriction-rights.ts'
import { organizationPages } from '../../texts/organization-pages.ts'
import type { Section, SettingTexts } from '../section.ts'
import { lockedFor } from './own-rank.ts'
import { partsOf, type TablePage } from './table.ts'

const textsOf = (page: TablePage) => async (): Promise<SettingTexts> => {
  const { organizationSettingTexts } = await import('../../texts/organization-settings.ts')
  const names = partsOf(page).flatMap(([, settings]) => settings.map(({ name }) => name))
  return Object.fromEntries(names.map((name) => [name, organizationSettingTexts[name]]))
}

const texts = async () => (await import('../../texts/organization.ts')).o
const none = async (): Promise<SettingTexts> => ({})

export const organizationSections: readonly Section[] = [
  {
    head: 'organization',
    key: 'organization-profile',
    title: organizationPages['organization-profile'],
    settings: async () => {
      const { icon, logo, nightLogo } = await texts()
      return { ...(await textsOf('organization-profile')()), icon, logo, night_logo: nightLogo }
    },
    load: () => import('./profile.tsx').then(({ Profile }) => Profile),
  },
  {
    head: 'organization',
    key: 'organization-settings',
    title: organizationPages['organization-settings'],
    settings: textsOf('organization-settings'),
    load: () => import('./table-pages.tsx').then(({ GeneralSettings }) => GeneralSettings),
  },
  {
    head: 'organization',
    key: 'organization-permissions',
    title: organizationPages['organization-permissions'],
    settings: textsOf('organization-permissions'),
    load: () => import('./table-pages.tsx').then(({ Permissions }) => Permissions),
  },
  {
    head: 'organization',
    key: 'community-safety',
    title: organizationPages['community-safety'],
    lead: async () => (await texts()).safetyMore,
    settings: async () => {
      const { preset, presetMore } = await texts()
      const { l } = await import('../../texts/lockdown.ts')
      const { m } = await import('../../texts/moderation-rules.ts')
      const lockdown: SettingTexts = canRestrictMembers() ? { lockdown: { label: l.title, help: l.help } } : {}
      return {
        ...lockdown,
        newcomer_preset: { label: preset, help: presetMore },
        ...(await textsOf('community-safety')()),
        ...(lockedFor('administrator') === undefined ? { moderation_rules: { label: m.title, help: m.help } } : {}),
      }
    },
    load: () => import('./community-safety.tsx').then(({ CommunitySafety }) => CommunitySafety),
  },
  {
    head: 'organization',
    key: 'organization-level-user-defaults',
    title: organizationPages['organization-level-user-defaults'],
    lead: async () => (await texts()).defaultsMore,
    // found on the personal pages instead
    settings: none,
    load: () => import('./defaults.tsx').then(({ Defaults }) => Defaults),
  },
  {
    head: 'organization',
    key: 'default-channels-list',
    title: organizationPages['default-channels-list'],
    lead: async () => (await texts()).defaultChannelsMore,
    settings: async () => {
      const { channelGroups, channelGroupsMore } = await texts()
      return { sets: { label: channelGroups, help: channelGroupsMore } }
    },
    load: () => import('./default-channels.tsx').then(({ DefaultChannels }) => DefaultChannels),
  },
  {
    head: 'organization',
    key: 'channel-folders',
    title: organizationPages['channel-folders'],
    settings: none,
    load: () => import('./channel-folders.tsx').then(({ ChannelFolders }) => ChannelFolders),
  },
  {
    head: 'organization',
    key: 'profile-field-settings',
    title: organizationPages['profile-field-settings'],
    lead: async () => (await texts()).profileFieldsMore,
    settings: none,
    load: () => import('./profile-fields.tsx').then(({ ProfileFields }) => ProfileFields),
  },
  {
    head: 'organization',
    key: 'emoji-settings',
    title: organizationPages['emoji-settings'],
    lead: async () => (await texts()).emojiMore,
    settings: async () => ({ add: { label: (await texts()).addEmoji } }),
    load: () => import('./emoji.tsx').then(({ Emoji }) => Emoji),
  },
  {
    head: 'organization',
    key: 'linkifier-settings',
    title: organizationPages['linkifier-settings'],
    lead: async () => (await texts()).linkifiersMore,
    settings: async () => ({ try: { label: (await texts()).tryThem } }),
    load: () => import('./linkifiers.tsx').then(({ Linkifiers }) => Linkifiers),
  },
  {
    head: 'organization',
    key: 'playground-settings',
    title: organizationPages['playground-settings'],
    lead: async () => (await texts()).playgroundsMore,
    settings: none,
    load: () => import('./playgrounds.tsx').then(({ Playgrounds }) => Playgrounds),
  },
  {
    head: 'organization',
    key: 'domains',
    title: organizationPages.domains,
    settings: textsOf('domains'),
    load: () => import('./domains.tsx').then(({ Domains }) => Domains),
  },
  {
    head: 'organization',
    key: 'community-rules',
    title: organizationPages['community-rules'],
    settings: async () => {
      const { r } = await import('../../texts/rules.ts')
      return { rules_text: { label: r.text } }
    },
    load: () => import('./rules-page.tsx').then(({ RulesPage }) => RulesPage),
  },
  {
    head: 'organization',
    key: 'auth-methods',
    title: organizationPages['auth-methods'],
    settings: textsOf('auth-methods'),
    load: () => import('./auth-methods.tsx').then(({ AuthMethods }) => AuthMethods),
  },
  {
    head: 'organization',
    key: 'programs',
    title: organizationPages.programs,
    lead: async () => (await import('../../texts/programs.ts')).programs.lead,
    settings: none,
    load: () => import('./programs.tsx').then(({ Programs }) => Programs),
  },
]
