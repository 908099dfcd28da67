import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { schedules, unfinishedRuns } from './due.ts'
import { eventTriggersCache } from './event-triggers-cache.ts'
import { triggerHandlers } from './hooks.ts'
import { routes } from './routes.ts'
import { ownSlashCommands } from './serialize.ts'
import * as states from './states.ts'

export const automationsFeature: Feature = {
  name: 'automations',
  api: [api, states],
  routes,
  state: [initial(states.slashCommands, async (_tx, viewer, { org }) => ownSlashCommands(org, viewer))],
  caches: [eventTriggersCache],
  hookHandlers: triggerHandlers,
  due: [schedules, unfinishedRuns],
}
