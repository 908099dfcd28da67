import type { Runtime } from '#platform/runtime'
import { quotasUsed, type UsedQuota } from '../../features/data/statistics/quotas-used.ts'
import * as organization from '../../features/people/organization/actions.ts'
import { organizationCache } from '../../features/people/organization/cache.ts'
import type { QuotaName } from '../../features/people/organization/quota-names.ts'
import { type ChangedOrganization, organizationNamed } from './organizations.ts'

/** `none`: no limit; `server`: the server's default. */
export type QuotaChanges = { [name in QuotaName]?: number | 'none' | 'server' }

export interface ShownQuotas {
  subdomain: string
  name: string
  /** `isOwn`: set for this organization. */
  quotas: (UsedQuota & { isOwn: boolean })[]
}

export async function showQuotas(runtime: Runtime, input: { org?: string | undefined }): Promise<ShownQuotas> {
  const org = await organizationNamed(runtime, input.org)
  const { subdomain, name, quotas: own } = org.get(organizationCache)
  const all = await quotasUsed(org)
  return { subdomain, name, quotas: all.map((quota) => ({ ...quota, isOwn: quota.name in own })) }
}

export async function changeQuotas(
  runtime: Runtime,
  input: { org?: string | undefined; changes: QuotaChanges },
): Promise<ChangedOrganization> {
  const org = await organizationNamed(runtime, input.org)
  const changes = Object.fromEntries(
    Object.entries(input.changes).map(([name, value]) => [
      name,
      value === 'none' ? null : value === 'server' ? undefined : value,
    ]),
  )
  const changed = await org.transact(null, (mutation) => organization.changeQuotas(mutation, changes))
  const { subdomain, name } = org.get(organizationCache)
  return { subdomain, name, changed }
}
