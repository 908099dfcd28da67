import { canMessageModerators } from '../../permissions/restriction-rights.ts'
import { ownSettings } from '../../texts/own-settings.ts'
import type { Section, SettingTexts } from '../section.ts'
import { namesOn, type UserSettingPage } from './user-setting-places.ts'

const textsOf = (page: UserSettingPage) => async (): Promise<SettingTexts> => {
  const { userSettingTexts } = await import('../../texts/user-settings.ts')
  return Object.fromEntries(namesOn(page).map((name) => [name, userSettingTexts[name]]))
}

const pageTexts = async (page: 'profile' | 'account' | 'languageAndTime'): Promise<SettingTexts> =>
  (await import('../../texts/own-pages.ts')).ownPages[page]
const nothingMore = async (): Promise<SettingTexts> => ({})
type LedPage = 'alertWords' | 'mutedUsers' | 'uploads' | 'sessions' | 'keyboard'
const leadOf = (page: LedPage) => async () => (await import('../../texts/own-pages.ts')).ownPages[page].lead
const { titles } = ownSettings

export const ownSections: readonly Section[] = [
  {
    head: 'settings',
    key: 'profile',
    title: titles.profile,
    settings: () => pageTexts('profile'),
    load: () => import('./profile.tsx').then(({ Profile }) => Profile),
  },
  {
    head: 'settings',
    key: 'account',
    title: titles.account,
    formerly: ['account-and-privacy', 'your-account'],
    settings: () => pageTexts('account'),
    load: () => import('./account.tsx').then(({ Account }) => Account),
  },
  {
    head: 'settings',
    key: 'privacy',
    title: titles.privacy,
    settings: textsOf('privacy'),
    load: () => import('./plain-pages.tsx').then(({ Privacy }) => Privacy),
  },
  {
    head: 'settings',
    key: 'message-moderators',
    title: titles.messageModerators,
    can: canMessageModerators,
    lead: async () => (await import('../../texts/modmail.ts')).m.lead,
    settings: nothingMore,
    load: () => import('./message-moderators.tsx').then(({ MessageModerators }) => MessageModerators),
  },
  {
    head: 'settings',
    key: 'appearance',
    title: titles.appearance,
    formerly: ['preferences', 'display-settings'],
    settings: textsOf('appearance'),
    load: () => import('./plain-pages.tsx').then(({ Appearance }) => Appearance),
  },
  {
    head: 'settings',
    key: 'language-and-time',
    title: titles.languageAndTime,
    settings: async () => ({ ...(await pageTexts('languageAndTime')), ...(await textsOf('language-and-time')()) }),
    load: () => import('./language-and-time.tsx').then(({ LanguageAndTime }) => LanguageAndTime),
  },
  {
    head: 'settings',
    key: 'messages',
    title: titles.messages,
    settings: textsOf('messages'),
    load: () => import('./plain-pages.tsx').then(({ Messages }) => Messages),
  },
  {
    head: 'settings',
    key: 'navigation',
    title: titles.navigation,
    settings: textsOf('navigation'),
    load: () => import('./plain-pages.tsx').then(({ Navigation }) => Navigation),
  },
  {
    head: 'settings',
    key: 'notifications',
    title: titles.notifications,
    settings: async () => {
      const { quiet, quietHelp } = (await import('../../texts/own-pages.ts')).ownPages.notifications
      const { label, trySound } = (await import('../../texts/notifying.ts')).n
      return {
        ...(await textsOf('notifications')()),
        quiet: { label: quiet, help: quietHelp },
        this_browser_notifies: { label },
        try_sound: { label: trySound },
      }
    },
    load: () => import('./notifications.tsx').then(({ Notifications }) => Notifications),
  },
  {
    head: 'settings',
    key: 'topics',
    title: titles.topics,
    formerly: ['muted-topics'],
    settings: textsOf('topics'),
    load: () => import('./topics.tsx').then(({ Topics }) => Topics),
  },
  {
    head: 'settings',
    key: 'alert-words',
    title: titles.alertWords,
    lead: leadOf('alertWords'),
    settings: nothingMore,
    load: () => import('./alert-words.tsx').then(({ AlertWords }) => AlertWords),
  },
  {
    head: 'settings',
    key: 'muted-users',
    title: titles.mutedUsers,
    lead: leadOf('mutedUsers'),
    settings: nothingMore,
    load: () => import('./muted-users.tsx').then(({ MutedUsers }) => MutedUsers),
  },
  {
    head: 'settings',
    key: 'uploaded-files',
    title: titles.uploads,
    lead: leadOf('uploads'),
    settings: nothingMore,
    load: () => import('./uploads.tsx').then(({ Uploads }) => Uploads),
  },
  {
    head: 'settings',
    key: 'your-bots',
    title: titles.bots,
    lead: async () => (await import('../../texts/bots.ts')).bots.lead,
    settings: nothingMore,
    load: () => import('./bots.tsx').then(({ Bots }) => Bots),
  },
  {
    head: 'settings',
    key: 'sessions',
    title: titles.sessions,
    lead: leadOf('sessions'),
    settings: async () => {
      const { sessions } = (await import('../../texts/own-pages.ts')).ownPages
      return {
        browsers: { label: sessions.browsers },
        devices: { label: sessions.devices },
        'push-browsers': { label: sessions.pushBrowsers },
      }
    },
    load: () => import('./sessions.tsx').then(({ Sessions }) => Sessions),
  },
  {
    head: 'settings',
    key: 'second-factor',
    title: titles.secondFactor,
    lead: async () => (await import('../../texts/second-factor.ts')).secondFactor.lead,
    settings: async () => {
      const { passkeys, codes } = (await import('../../texts/second-factor.ts')).secondFactor
      return { passkeys: { label: passkeys.list, help: passkeys.what }, codes: { label: codes } }
    },
    load: () => import('./second-factor.tsx').then(({ SecondFactorPage }) => SecondFactorPage),
  },
  {
    head: 'settings',
    key: 'access-tokens',
    title: titles.accessTokens,
    lead: async () => (await import('../../texts/access-tokens.ts')).accessTokens.lead,
    settings: nothingMore,
    load: () => import('./access-tokens.tsx').then(({ AccessTokens }) => AccessTokens),
  },
  {
    head: 'settings',
    key: 'agents',
    title: titles.agents,
    lead: async () => (await import('../../texts/agents.ts')).agents.lead,
    settings: nothingMore,
    load: () => import('./agents.tsx').then(({ Agents }) => Agents),
  },
  {
    head: 'settings',
    key: 'keyboard',
    title: titles.keyboard,
    lead: leadOf('keyboard'),
    settings: nothingMore,
    load: () => import('./keyboard.tsx').then(({ Keyboard }) => Keyboard),
  },
]
