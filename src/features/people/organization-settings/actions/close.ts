import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { deactivateOrganization } from '../../organization/actions.ts'
import { usersWithQueues } from '../store.ts'

/** Closes an organization and disconnects its clients; returns whether it was open. */
export async function closeOrganization(org: Organization, byId: UserId | null): Promise<boolean> {
  const wasOpen = await org.transact(byId, (mutation) => deactivateOrganization(mutation))
  if (!wasOpen) return false
  for (const userId of await org.db.read((tx) => usersWithQueues(tx, org.id))) await org.queues.removeAll(userId)
  return true
}
