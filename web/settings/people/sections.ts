import { amGuest } from '../../controls/own-role.ts'
import { runningTitles as t } from '../../texts/running-titles.ts'
import type { Section } from '../section.ts'

export const peopleSections: readonly Section[] = [
  {
    part: 'people',
    key: 'users',
    title: t.users,
    formerly: ['user-list-admin'],
    can: () => !amGuest(),
    settings: async () => ({
      active: t.active,
      imported: t.imported,
      deactivated: t.deactivated,
      invitations: t.invitations,
    }),
    load: () => import('./users.tsx').then(({ Users }) => Users),
  },
  {
    part: 'people',
    key: 'bots',
    title: t.bots,
    formerly: ['bot-list-admin'],
    can: () => !amGuest(),
    lead: async () => t.botsHelp,
    settings: async () => ({}),
    load: () => import('./bots.tsx').then(({ Bots }) => Bots),
  },
]
