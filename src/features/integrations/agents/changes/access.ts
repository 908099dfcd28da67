import { isAdministrator, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { peopleCache } from '../../../people/users/cache.ts'

/** The viewer and their bots: accounts whose agents the viewer manages. */
export const ownAgentsOf = (org: Organization, { id }: Viewer): UserId[] => [
  id,
  ...[...org.get(peopleCache).byId.values()].filter(({ botOwnerId }) => botOwnerId === id).map((bot) => bot.id),
]

/** True if the viewer can see and undo actions of the account's agents. */
export function administersAgentsOf(org: Organization, viewer: Viewer, userId: UserId): boolean {
  if (isAdministrator(viewer) || userId === viewer.id) return true
  return org.get(peopleCache).byId.get(userId)?.botOwnerId === viewer.id
}
