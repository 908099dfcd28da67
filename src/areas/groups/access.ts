import type { Organization } from '#platform/organization'
import { settingsOf } from '../organization/mirror.ts'
import type { Account } from '../users/mirror.ts'

const dayMs = 86_400_000

/** Whether a member has been here for as long as the organization asks of full members. */
export function isFullMember(org: Organization, account: Pick<Account, 'joinedAt'>): boolean {
  const days = settingsOf(org).waiting_period_threshold
  return org.now().getTime() - account.joinedAt.getTime() >= days * dayMs
}
