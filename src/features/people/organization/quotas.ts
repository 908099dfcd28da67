import type { Config } from '#platform/config'
import type { Organization } from '#platform/organization'
import { organizationCache } from './cache.ts'
import { organizationOptions } from './options.ts'
import type { QuotaName } from './quota-names.ts'

/** Null for no limit. */
type Quotas = { readonly [name in QuotaName]: number | null }

/** Overrides for one organization; missing ones follow the server's options. */
export type OwnQuotas = Partial<Quotas>

export const quotasOfServer = (config: Config): Quotas => {
  const { uploadQuotaMib, orgMessagesPerMinute, orgEventQueues } = organizationOptions(config)
  return {
    upload_mib: uploadQuotaMib === 'none' ? null : uploadQuotaMib,
    messages_per_minute: orgMessagesPerMinute ?? null,
    event_queues: orgEventQueues ?? null,
  }
}

export const quotasOf = (memory: Pick<Organization, 'get'>, config: Config): Quotas => ({
  ...quotasOfServer(config),
  ...memory.get(organizationCache).quotas,
})

/** As sent to clients, without register's `realm_`. */
export const serializeQuotas = (quotas: Quotas) => ({
  upload_quota_mib: quotas.upload_mib,
  messages_per_minute_quota: quotas.messages_per_minute,
  event_queues_quota: quotas.event_queues,
})
