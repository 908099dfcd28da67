import type { ShownUserSetting } from '../../declarations/api-only.ts'
import { ownSettings } from '../../texts/own-settings.ts'
import type { Section, SettingTexts } from '../section.ts'
import {
  notificationPlaces,
  notificationTable,
  preferencePlaces,
  privacyPlaces,
  type SettingPlace,
  topicPlaces,
} from './user-setting-places.ts'

const textsOf =
  (places: readonly SettingPlace[], more: readonly ShownUserSetting[] = []) =>
  async (): Promise<SettingTexts> => {
    const { userSettingTexts } = await import('../../texts/user-settings.ts')
    const names = [...more, ...places.flatMap(({ names }) => names)]
    return Object.fromEntries(names.map((name) => [name, userSettingTexts[name]]))
  }

const pageTexts = async (page: 'profile' | 'account'): Promise<SettingTexts> =>
  (await import('../../texts/own-pages.ts')).ownPages[page]
const nothingMore = async (): Promise<SettingTexts> => ({})
type LedPage = 'alertWords' | 'mutedUsers' | 'uploads' | 'sessions' | 'keyboard'
const leadOf = (page: LedPage) => async () => (await import('../../texts/own-pages.ts')).ownPages[page].lead
const { titles } = ownSettings
const tableNames = Object.values(notificationTable.rows).flat()

export const ownSections: readonly Section[] = [
  {
    part: 'own',
    key: 'profile',
    title: titles.profile,
    settings: () => pageTexts('profile'),
    load: () => import('./profile.tsx').then(({ Profile }) => Profile),
  },
  {
    part: 'own',
    key: 'account-and-privacy',
    title: titles.account,
    formerly: ['your-account'],
    settings: async () => ({ ...(await pageTexts('account')), ...(await textsOf(privacyPlaces)()) }),
    load: () => import('./account.tsx').then(({ Account }) => Account),
  },
  {
    part: 'own',
    key: 'preferences',
    title: titles.preferences,
    formerly: ['display-settings'],
    settings: textsOf(preferencePlaces),
    load: () => import('./preferences.tsx').then(({ Preferences }) => Preferences),
  },
  {
    part: 'own',
    key: 'notifications',
    title: titles.notifications,
    settings: textsOf(notificationPlaces, tableNames),
    load: () => import('./notifications.tsx').then(({ Notifications }) => Notifications),
  },
  {
    part: 'own',
    key: 'topics',
    title: titles.topics,
    formerly: ['muted-topics'],
    settings: textsOf(topicPlaces),
    load: () => import('./topics.tsx').then(({ Topics }) => Topics),
  },
  {
    part: 'own',
    key: 'alert-words',
    title: titles.alertWords,
    lead: leadOf('alertWords'),
    settings: nothingMore,
    load: () => import('./alert-words.tsx').then(({ AlertWords }) => AlertWords),
  },
  {
    part: 'own',
    key: 'muted-users',
    title: titles.mutedUsers,
    lead: leadOf('mutedUsers'),
    settings: nothingMore,
    load: () => import('./muted-users.tsx').then(({ MutedUsers }) => MutedUsers),
  },
  {
    part: 'own',
    key: 'uploaded-files',
    title: titles.uploads,
    lead: leadOf('uploads'),
    settings: nothingMore,
    load: () => import('./uploads.tsx').then(({ Uploads }) => Uploads),
  },
  {
    part: 'own',
    key: 'your-bots',
    title: titles.bots,
    lead: async () => (await import('../../texts/bots.ts')).bots.lead,
    settings: nothingMore,
    load: () => import('./bots.tsx').then(({ Bots }) => Bots),
  },
  {
    part: 'own',
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
    part: 'own',
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
    part: 'own',
    key: 'access-tokens',
    title: titles.accessTokens,
    lead: async () => (await import('../../texts/access-tokens.ts')).accessTokens.lead,
    settings: nothingMore,
    load: () => import('./access-tokens.tsx').then(({ AccessTokens }) => AccessTokens),
  },
  {
    part: 'own',
    key: 'agents',
    title: titles.agents,
    lead: async () => (await import('../../texts/agents.ts')).agents.lead,
    settings: nothingMore,
    load: () => import('./agents.tsx').then(({ Agents }) => Agents),
  },
  {
    part: 'own',
    key: 'keyboard',
    title: titles.keyboard,
    lead: leadOf('keyboard'),
    settings: nothingMore,
    load: () => import('./keyboard.tsx').then(({ Keyboard }) => Keyboard),
  },
]
