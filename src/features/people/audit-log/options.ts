import { declareOptions, option, whole } from '#platform/config'

export const auditLogOptions = declareOptions('monitoring', {
  keepAuditLogDays: option(whole(1_095, 1, 36_500), 'N', 'How long audit log entries are kept, in days.'),
})
