import { roles } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { letsSpectatorsIn } from '../../people/organization/access.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { nobody } from '../../people/users/account.ts'

/** In no group and visible to no one. Undefined while the organization is closed. */
export function spectator(org: Organization): Viewer | undefined {
  if (!letsSpectatorsIn(org) || org.get(organizationCache).deactivatedAt !== null) return undefined
  return { id: nobody, orgId: org.id, role: roles.guest, isBot: false, groupIds: new Set(), isSpectator: true }
}
