import type { Feature } from '#platform/serve'
import { countDays, countFiles, dayOf } from './actions.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'
import { activeUsers, countedMessages } from './store.ts'

export const statisticsFeature: Feature = {
  name: 'statistics',
  api: [api],
  routes,
  measurements: [
    {
      metric: 'loquat_active_users',
      help: 'Users who were active in the last days, including today (UTC).',
      label: 'days',
      read: (tx, now) => activeUsers(tx, dayOf(now)),
    },
    {
      metric: 'loquat_messages',
      help: 'Messages ever sent, as counted for statistics.',
      read: async (tx) => new Map([['', await countedMessages(tx)]]),
    },
  ],
  repeated: [
    { name: 'numbers of days', everySecs: 300, run: countDays, atStop: true },
    { name: 'room of uploads', everySecs: 3_600, run: countFiles, onNews: true },
  ],
}
