import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { schedules, unfinishedRuns } from './due.ts'
import { routes } from './routes.ts'

export const automationsFeature: Feature = {
  name: 'automations',
  api: [api],
  routes,
  due: [schedules, unfinishedRuns],
}
