import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { actorOf } from '../../../people/organization/access.ts'
import type { Account } from '../../../people/users/account.ts'
import { cannotSendDirectly } from '../api/send.ts'
import { canWriteTo, type Participant } from '../send-rules.ts'

/** The people of a direct conversation, as the rules take them; deactivated accounts have no permissions. */
export function participants(org: Organization, viewer: Viewer, people: readonly Account[]) {
  const own: Participant = { ...actorOf(org, viewer), isBot: viewer.isBot }
  const others = people.flatMap(({ id, role, botType }): Participant[] => {
    if (id === viewer.id) return []
    const actor = org.viewer(id)
    return [{ ...(actor ? actorOf(org, actor) : { role, ...holdsNothing }), isBot: botType !== null }]
  })
  return { own, others }
}

const holdsNothing = { holds: () => false, allowsGuests: () => false }

/** Throws unless someone in the direct conversation has the required permission. */
export function checkCanWriteTo(org: Organization, viewer: Viewer, people: readonly Account[]): void {
  const { own, others } = participants(org, viewer, people)
  if (!canWriteTo(own, others)) throw cannotSendDirectly()
}
