import type { Organization } from '#platform/organization'
import { uploadSpaceCache } from '../../messages/attachments/cache.ts'
import { sentLastMinute } from '../../messages/messages/actions/quota.ts'
import { type QuotaName, quotaNames } from '../../people/organization/quota-names.ts'
import { quotasOf } from '../../people/organization/quotas.ts'

export interface UsedQuota {
  readonly name: QuotaName
  /** Null for no limit. */
  readonly most: number | null
  readonly used: number
}

export async function quotasUsed(org: Organization): Promise<UsedQuota[]> {
  const most = quotasOf(org, org.services.config)
  const used: { readonly [name in QuotaName]: number } = {
    upload_mib: Math.ceil(org.get(uploadSpaceCache).bytes / 2 ** 20),
    messages_per_minute: sentLastMinute(org),
    event_queues: await org.queues.connected(),
  }
  return quotaNames.map((name) => ({ name, most: most[name], used: used[name] }))
}
