import type { Feature } from '#platform/serve'
import { countDays, countFiles } from './actions.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const statisticsFeature: Feature = {
  name: 'statistics',
  api: [api],
  routes,
  repeated: [
    { name: 'numbers of days', everySecs: 300, run: countDays, atStop: true },
    { name: 'room of uploads', everySecs: 3_600, run: countFiles, onNews: true },
  ],
}
