import { isAdministrator, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { peopleMirror } from '../users/mirror.ts'

/** For whom programs act that are the viewer's affair: the viewer, and the own bots. */
export const ownAgentsOf = (org: Organization, { id }: Viewer): UserId[] => [
  id,
  ...[...org.get(peopleMirror).byId.values()].filter(({ botOwnerId }) => botOwnerId === id).map((bot) => bot.id),
]

/** Whether somebody may see and undo what was done for an account. */
export function administersAgentsOf(org: Organization, viewer: Viewer, userId: UserId): boolean {
  if (isAdministrator(viewer) || userId === viewer.id) return true
  return org.get(peopleMirror).byId.get(userId)?.botOwnerId === viewer.id
}

/** Whom an act concerns for which a program acted for an account: the person, and the owner of a bot. */
export function concernedBy(org: Organization, userId: UserId): UserId[] {
  const owner = org.get(peopleMirror).byId.get(userId)?.botOwnerId
  return owner == null ? [userId] : [userId, owner]
}
