export const quotaNames = ['upload_mib', 'messages_per_minute', 'event_queues'] as const
export type QuotaName = (typeof quotaNames)[number]
