import { dayMs } from '#contract'
import type { Feature } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import { auditLogOptions } from '../../people/audit-log/options.ts'
import { forgetOld, keepAct } from './actions/keep.ts'
import * as api from './api.ts'
import { notingActions } from './hooks.ts'
import { routes } from './routes.ts'

export const agentActsFeature: Feature = {
  name: 'agent-acts',
  api: [api],
  routes,
  hookHandlers: notingActions,
  agentActed: keepAct,
  repeated: [
    {
      name: 'old acts of agents',
      everySecs: 600,
      run: (org, { config }) => forgetOld(org, auditLogOptions(config).keepAuditLogDays),
      ages: async (org, { config }) =>
        (await oldestReaches(org, { table: 'agent_act', column: 'at', only: 'deeds is not null' }, 0)) ??
        oldestReaches(org, { table: 'agent_act', column: 'at' }, auditLogOptions(config).keepAuditLogDays * dayMs),
    },
  ],
}
