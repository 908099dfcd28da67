import { declareOptions, option, whole } from '#platform/config'

export const auditLogOptions = declareOptions({
  keepAuditLogDays: option(
    whole(1_095, 1, 36_500),
    'N',
    'How long it is kept in the audit log what administrators have done, in days.',
  ),
})
