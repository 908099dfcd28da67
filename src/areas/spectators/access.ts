import { roles } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { letsSpectatorsIn } from '../organization/access.ts'
import { nobody } from '../users/account.ts'

/** Less than a guest: in no group, and known to nobody. */
export function spectator(org: Organization): Viewer | undefined {
  if (!letsSpectatorsIn(org)) return undefined
  return { id: nobody, orgId: org.id, role: roles.guest, isBot: false, groupIds: new Set(), isSpectator: true }
}
