import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../../../channels/channels/cache.ts'
import type { ReadableMessage } from '../../../../messages/messages/access/readable.ts'
import type { Place } from '../../../../messages/messages/actions/compose.ts'
import { peopleCache } from '../../../../people/users/cache.ts'
import type { Cause } from '../../cause.ts'
import { causeUnavailable } from '../../errors.ts'

/** The topic where the run was triggered. */
export function placeOfCause(cause: Cause | undefined): Place {
  if (cause?.topic === undefined || !cause.channel) throw causeUnavailable()
  return { recipient: { kind: 'channel', channel: cause.channel }, topic: cause.topic }
}

/** Where a message is; undefined if someone in a direct conversation no longer exists. */
export function placeOfMessage(org: Organization, message: ReadableMessage): Place {
  const channel = org.get(channelsCache).ofConversation(message.conversation_id)
  if (channel) return { recipient: { kind: 'channel', channel }, topic: message.topic }
  return { recipient: { kind: 'direct', people: accountsOf(org, message.member_ids ?? []) }, topic: '' }
}

export const accountsOf = (org: Organization, ids: readonly UserId[]) =>
  ids.flatMap((id) => org.get(peopleCache).byId.get(id) ?? [])
