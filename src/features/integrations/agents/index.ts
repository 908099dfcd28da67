import { dayMs } from '#contract'
import type { Feature } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import { auditLogOptions } from '../../people/audit-log/options.ts'
import { forgetOld, recordChange } from './changes/actions/keep.ts'
import * as changesApi from './changes/api.ts'
import { notingActions } from './changes/hooks.ts'
import { routes as changeRoutes } from './changes/routes.ts'
import { holdBack } from './requests/actions/hold.ts'
import * as requestsApi from './requests/api.ts'
import { agentPolicyCache } from './requests/cache.ts'
import { forgettingRequests, opening } from './requests/due.ts'
import { answering, holdAdministration, holding } from './requests/hooks.ts'
import { routes as requestRoutes } from './requests/routes.ts'

/** What programs did with access tokens, with undo, and what waits for a person's approval. See docs/agents.md. */
export const agentsFeature: Feature = {
  name: 'agents',
  api: [changesApi, requestsApi],
  caches: [agentPolicyCache],
  routes: [...changeRoutes, ...requestRoutes],
  hookHandlers: [...notingActions, ...holding, answering],
  agentChanged: recordChange,
  agentCalls: holdAdministration,
  holdBack,
  due: [opening],
  repeated: [
    {
      name: 'old changes of agents',
      everySecs: 600,
      run: (org, { config }) => forgetOld(org, auditLogOptions(config).keepAuditLogDays),
      ages: async (org, { config }) =>
        (await oldestReaches(org, { table: 'agent_act', column: 'at', only: 'deeds is not null' }, 0)) ??
        oldestReaches(org, { table: 'agent_act', column: 'at' }, auditLogOptions(config).keepAuditLogDays * dayMs),
    },
    forgettingRequests,
  ],
}
