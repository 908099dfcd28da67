import type { GroupId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { namesMember, serializeGroupSetting } from '../../../people/groups/access/index.ts'
import { namesGroup } from '../../../people/groups/actions/group.ts'
import type { Objection } from '../../../people/groups/api.ts'
import { channelAudience, clientsOf, emitAbout } from '../audience.ts'
import { channelsCache } from '../cache.ts'
import { channelUpdated } from '../states.ts'
import { channelPermissionNames } from '../wire.ts'

/** Groups used in a channel's permissions can't be deleted. */
export async function objectToGroup(mutation: Mutation, groupId: GroupId, objections: Objection[]): Promise<void> {
  for (const { id, permissions } of mutation.get(channelsCache).inOrder()) {
    const settings = channelPermissionNames.filter((name) => namesGroup(permissions[name], groupId))
    if (settings.length > 0) objections.push({ type: 'channel', channel_id: id, settings })
  }
}

/** A reactivated user counts again in permissions that name them; clients had removed the user. */
export async function showAgain(mutation: Mutation, userId: UserId): Promise<void> {
  for (const channel of mutation.get(channelsCache).inOrder()) {
    const names = channelPermissionNames.filter((name) => namesMember(channel.permissions[name], userId))
    if (names.length === 0) continue
    const audience = channelAudience(mutation.org, channel)
    for (const property of names) {
      const value = serializeGroupSetting(mutation.org, channel.permissions[property], userId)
      const { id: stream_id, name } = channel
      emitAbout(mutation, clientsOf(channel), channelUpdated, { stream_id, name, property, value }, audience)
    }
  }
}
