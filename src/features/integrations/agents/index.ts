import { dayMs } from '#contract'
import type { Feature } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import { auditLogOptions } from '../../people/audit-log/options.ts'
import { forgetOld, keepAct } from './acts/actions/keep.ts'
import * as actsApi from './acts/api.ts'
import { notingActions } from './acts/hooks.ts'
import { routes as actRoutes } from './acts/routes.ts'
import { holdBack } from './requests/actions/hold.ts'
import * as requestsApi from './requests/api.ts'
import { agentPolicyCache } from './requests/cache.ts'
import { forgettingRequests, opening } from './requests/due.ts'
import { answering, holdAdministration, holding } from './requests/hooks.ts'
import { routes as requestRoutes } from './requests/routes.ts'

/** What programs did with access tokens, with undo, and what waits for a person's approval. See docs/agents.md. */
export const agentsFeature: Feature = {
  name: 'agents',
  api: [actsApi, requestsApi],
  caches: [agentPolicyCache],
  routes: [...actRoutes, ...requestRoutes],
  hookHandlers: [...notingActions, ...holding, answering],
  agentActed: keepAct,
  agentCalls: holdAdministration,
  holdBack,
  due: [opening],
  repeated: [
    {
      name: 'old acts of agents',
      everySecs: 600,
      run: (org, { config }) => forgetOld(org, auditLogOptions(config).keepAuditLogDays),
      ages: async (org, { config }) =>
        (await oldestReaches(org, { table: 'agent_act', column: 'at', only: 'deeds is not null' }, 0)) ??
        oldestReaches(org, { table: 'agent_act', column: 'at' }, auditLogOptions(config).keepAuditLogDays * dayMs),
    },
    forgettingRequests,
  ],
}
