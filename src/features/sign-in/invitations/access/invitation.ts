import {
  type ChannelId,
  type GroupId,
  insufficientPermission,
  isAdministrator,
  mustBeAdministrator,
  mustBeOwner,
  roles,
} from '#contract'
import type { Mutation } from '#platform/organization'
import { canAddSubscribers, canSeeChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { membershipsOf } from '../../../channels/channels/subscribers-cache.ts'
import { canAddMembers, knownGroup } from '../../../people/groups/access/permissions.ts'
import { groupIsDeactivated } from '../../../people/groups/setting-values.ts'
import { actorOf } from '../../../people/organization/access.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import { highestRoleFrom } from '../../../people/users/rules.ts'
import { cannotSubscribeOthers, invalidInviteChannel, noSuchInvitation } from '../api.ts'
import { invitationRules } from '../rules.ts'
import * as store from '../store.ts'

export interface Offer {
  readonly invite_as: number
  readonly stream_ids: readonly ChannelId[]
  readonly group_ids: readonly GroupId[]
}

/** Throws unless the viewer can send such an invitation, with this role, these channels, and these groups. */
export function checkCanInvite(
  mutation: Mutation,
  permission: keyof typeof invitationRules,
  { invite_as, stream_ids, group_ids }: Offer,
): void {
  const { org, viewer } = mutation
  if (!invitationRules[permission].allows(actorOf(org, viewer))) throw insufficientPermission()
  if (invite_as < highestRoleFrom(viewer)) throw invite_as === roles.owner ? mustBeOwner() : mustBeAdministrator()
  const memberships = membershipsOf(mutation, viewer.id)
  const settings = settingsOf(mutation)
  for (const stream_id of stream_ids) {
    const channel = mutation.get(channelsCache).byId.get(stream_id)
    const isSubscribed = memberships.isSubscribed(stream_id)
    if (!channel || channel.isArchived || !canSeeChannel(viewer, channel, isSubscribed))
      throw invalidInviteChannel({}, { stream_id })
    if (!channel.isDefault && !canAddSubscribers(viewer, channel, isSubscribed, settings)) throw cannotSubscribeOthers()
  }
  for (const id of group_ids) {
    const group = knownGroup(org, id)
    if (group.deactivated) throw groupIsDeactivated()
    if (!canAddMembers(org, viewer, group)) throw insufficientPermission()
  }
}

/** An invitation that the viewer sent, or any one for administrators; others count as missing. */
export async function managedInvitation(
  mutation: Mutation,
  id: number,
  isLink: boolean,
): Promise<store.StoredInvitation> {
  const { tx, org, viewer, now } = mutation
  const found = await store.find(tx, org.id, id)
  if (!found || (found.email === null) !== isLink || hasExpired(found, now)) throw noSuchInvitation()
  if (found.inviter_id !== viewer.id && !isAdministrator(viewer)) throw noSuchInvitation()
  // can't manage invitations to a role above your own
  if (found.role < viewer.role && found.inviter_id !== viewer.id) throw noSuchInvitation()
  return found
}

export const hasExpired = ({ expires_at }: Pick<store.StoredInvitation, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && expires_at <= now
