import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { deactivateOrganization } from '../../organization/actions.ts'

/** Closes an organization and disconnects its clients; returns whether it was open. */
export async function closeOrganization(org: Organization, byId: UserId | null): Promise<boolean> {
  const wasOpen = await org.transact(byId, (mutation) => deactivateOrganization(mutation))
  if (!wasOpen) return false
  const waiting = await org.db.read((tx) =>
    tx.selectFrom('event_queue').select('user_id').distinct().where('org_id', '=', org.id).execute(),
  )
  for (const { user_id } of waiting) if (user_id !== null) await org.queues.removeAll(user_id)
  return true
}
