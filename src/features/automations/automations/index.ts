import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { schedules, unfinishedRuns } from './due.ts'
import { eventTriggersCache } from './event-triggers-cache.ts'
import { triggerHandlers } from './hooks.ts'
import { routes } from './routes.ts'

export const automationsFeature: Feature = {
  name: 'automations',
  api: [api],
  routes,
  caches: [eventTriggersCache],
  hookHandlers: triggerHandlers,
  due: [schedules, unfinishedRuns],
}
