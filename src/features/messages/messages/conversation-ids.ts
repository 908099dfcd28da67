import type { ConversationId } from '#contract'
import type { Organization } from '#platform/organization'

const capacity = 10_000
const byOrganization = new WeakMap<Organization, Map<string, ConversationId>>()

/** Committed direct conversations by member IDs. They never change, so entries are never invalidated. */
export const knownConversations = {
  of(org: Organization): ReadonlyMap<string, ConversationId> {
    return byOrganization.get(org) ?? new Map()
  },
  /** perf: saves a statement for each direct message. */
  remember(org: Organization, members: string, conversationId: ConversationId): void {
    const known = byOrganization.get(org) ?? new Map<string, ConversationId>()
    if (known.size >= capacity) known.delete(known.keys().next().value as string)
    known.set(members, conversationId)
    byOrganization.set(org, known)
  },
}
