import { compiled } from '#platform/db'
import type { Organization } from '#platform/organization'
import { deactivateOrganization } from '../organization/lifecycle.ts'

/** Closes an organization and lets its clients go; answers whether it was open. */
export async function closeOrganization(org: Organization, byId: number | null): Promise<boolean> {
  const wasOpen = await org.write(byId, (act) => deactivateOrganization(act))
  if (!wasOpen) return false
  const waiting = await org.db.read((tx) =>
    compiled<{ user_id: number }>(tx, 'select distinct user_id from event_queue where org_id = $1', [org.id]),
  )
  for (const { user_id } of waiting) await org.queues.removeAll(user_id)
  return true
}
