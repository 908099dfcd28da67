/** What one organization may have: what its files take, what it sends in a minute, how many of its clients are connected. */
export const quotaNames = ['upload_mib', 'messages_per_minute', 'event_queues'] as const
export type QuotaName = (typeof quotaNames)[number]
