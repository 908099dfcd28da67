import { amGuest } from '../../controls/own-role.ts'
import { runningTitles as t } from '../../texts/running-titles.ts'
import type { Section, SectionLink } from '../section.ts'

export const peopleSections: readonly Section[] = [
  {
    head: 'organization',
    key: 'users',
    title: t.users,
    formerly: ['user-list-admin'],
    can: () => !amGuest(),
    settings: async () => ({
      active: t.active,
      imported: t.imported,
      deactivated: t.deactivated,
    }),
    load: () => import('./users.tsx').then(({ Users }) => Users),
  },
  {
    head: 'organization',
    key: 'invitations',
    title: t.invitations.label,
    can: () => !amGuest(),
    lead: async () => t.invitations.help,
    settings: async () => ({}),
    load: () => import('./invitations.tsx').then(({ Invitations }) => Invitations),
  },
  {
    head: 'organization',
    key: 'bots',
    title: t.bots,
    formerly: ['bot-list-admin'],
    can: () => !amGuest(),
    lead: async () => t.botsHelp,
    settings: async () => ({}),
    load: () => import('./bots.tsx').then(({ Bots }) => Bots),
  },
]

export const groupsLink: SectionLink = {
  head: 'organization',
  key: 'groups',
  title: t.groups,
  elsewhere: { view: 'groups', section: 'all' },
  settings: async () => ({}),
}
