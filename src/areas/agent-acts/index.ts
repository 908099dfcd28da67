import type { Area } from '#platform/serve'
import { auditLogOptions } from '../audit-log/options.ts'
import { forgetOld, keepAct } from './actions/keep.ts'
import * as api from './api.ts'
import { notingDeeds } from './hooks.ts'
import { routes } from './routes.ts'

export const agentActsArea: Area = {
  name: 'agent-acts',
  api: [api],
  routes,
  taps: notingDeeds,
  agentActed: keepAct,
  repeated: [
    {
      name: 'old acts of agents',
      everySecs: 600,
      run: (org, { config }) => forgetOld(org, auditLogOptions(config).keepAuditLogDays),
    },
  ],
}
