import type { Organization } from '#platform/organization'

const capacity = 10_000
const byOrganization = new WeakMap<Organization, Map<string, number>>()

/** Direct conversations that are committed, by the ids of their people: they never change, so nothing forgets them. */
export const knownConversations = {
  of(org: Organization): ReadonlyMap<string, number> {
    return byOrganization.get(org) ?? new Map()
  },
  /** perf: saves a statement for each direct message. */
  remember(org: Organization, members: string, conversationId: number): void {
    const known = byOrganization.get(org) ?? new Map<string, number>()
    if (known.size >= capacity) known.delete(known.keys().next().value as string)
    known.set(members, conversationId)
    byOrganization.set(org, known)
  },
}
