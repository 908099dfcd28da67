import { dayMs } from '#contract'
import type { Feature } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import { forgetOld, keepCall } from './actions.ts'
import * as api from './api.ts'
import { auditLogOptions } from './options.ts'
import { routes } from './routes.ts'

export const auditLogFeature: Feature = {
  name: 'audit-log',
  api: [api],
  routes,
  audit: keepCall,
  repeated: [
    {
      name: 'old entries of the audit log',
      everySecs: 3_600,
      run: (org, { config }) => forgetOld(org, auditLogOptions(config).keepAuditLogDays),
      ages: (org, { config }) =>
        oldestReaches(org, { table: 'audit_entry', column: 'at' }, auditLogOptions(config).keepAuditLogDays * dayMs),
    },
  ],
}
