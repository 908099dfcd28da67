import type { Runtime } from '#platform/runtime'
import { entriesAfter } from '../../features/people/audit-log/serialize.ts'
import { organizationNamed } from './organizations.ts'

/** A page of the audit log, oldest entries first. */
export async function auditLog(runtime: Runtime, input: { org?: string | undefined; after: number; limit: number }) {
  const org = await organizationNamed(runtime, input.org)
  return entriesAfter(org, input.after, input.limit)
}
