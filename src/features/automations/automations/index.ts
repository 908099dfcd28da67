import type { Feature } from '#platform/serve'
import { commandsOfAutomations, namesOfAutomations } from '../../messages/slash-commands/registry.ts'
import { automationCommands } from './actions/commands.ts'
import * as api from './api.ts'
import * as callApi from './call-api.ts'
import { callRoutes } from './call-routes.ts'
import * as dryRunApi from './dry-run-api.ts'
import { dryRunRoutes } from './dry-run-routes.ts'
import { automationCalls, schedules, unfinishedRuns } from './due.ts'
import { eventTriggersCache } from './event-triggers-cache.ts'
import { groupTriggerHandlers } from './group-hooks.ts'
import { triggerHandlers } from './hooks.ts'
import { routes } from './routes.ts'
import { skippedJoins } from './skipped-joins-due.ts'
import * as webhookApi from './webhook-api.ts'
import { webhookRoutes } from './webhook-routes.ts'

export const automationsFeature: Feature = {
  name: 'automations',
  api: [api, dryRunApi, webhookApi, callApi],
  routes: [...routes, ...dryRunRoutes, ...webhookRoutes, ...callRoutes],
  caches: [eventTriggersCache],
  hookHandlers: [
    ...triggerHandlers,
    ...groupTriggerHandlers,
    commandsOfAutomations.handledBy((org) => [...org.get(eventTriggersCache).commands.values()]),
    namesOfAutomations.handledBy(automationCommands),
  ],
  due: [schedules, unfinishedRuns, skippedJoins, automationCalls],
}
