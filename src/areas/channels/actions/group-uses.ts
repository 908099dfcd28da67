import type { GroupId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import { namesMember, presentGroupSetting } from '../../groups/access/index.ts'
import { namesGroup } from '../../groups/actions/group.ts'
import type { Objection } from '../../groups/api.ts'
import { clientsOf, emitAbout, whoSees } from '../audience.ts'
import { channelsMirror } from '../mirror.ts'
import { channelUpdated } from '../states.ts'
import { channelPermissionNames } from '../wire.ts'

/** Groups used in a channel's permissions can't be deleted. */
export async function objectToGroup(act: Act, groupId: GroupId, objections: Objection[]): Promise<void> {
  for (const { id, permissions } of act.get(channelsMirror).inOrder()) {
    const settings = channelPermissionNames.filter((name) => namesGroup(permissions[name], groupId))
    if (settings.length > 0) objections.push({ type: 'channel', channel_id: id, settings })
  }
}

/** A reactivated user counts again in permissions that name them; clients had removed the user. */
export async function showAgain(act: Act, userId: UserId): Promise<void> {
  for (const channel of act.get(channelsMirror).inOrder()) {
    const names = channelPermissionNames.filter((name) => namesMember(channel.permissions[name], userId))
    if (names.length === 0) continue
    const audience = whoSees(act.org, channel)
    for (const property of names) {
      const value = presentGroupSetting(act.org, channel.permissions[property], userId)
      const { id: stream_id, name } = channel
      emitAbout(act, clientsOf(channel), channelUpdated, { stream_id, name, property, value }, audience)
    }
  }
}
