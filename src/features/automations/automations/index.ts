import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { causesCache } from './causes-cache.ts'
import { schedules, unfinishedRuns } from './due.ts'
import { startingRuns } from './hooks.ts'
import { routes } from './routes.ts'

export const automationsFeature: Feature = {
  name: 'automations',
  api: [api],
  routes,
  caches: [causesCache],
  hookHandlers: startingRuns,
  due: [schedules, unfinishedRuns],
}
