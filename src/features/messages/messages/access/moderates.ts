import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { canModerate } from '../../../channels/channels/access.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { membershipsOf } from '../../../channels/channels/subscribers-cache.ts'
import { peopleCache } from '../../../people/users/cache.ts'

/** Whether slow mode and locked topics don't concern the account: it moderates the channel, or its owner does. */
export function moderates(org: Organization, id: UserId, channel: Channel): boolean {
  const ownerId = org.get(peopleCache).byId.get(id)?.botOwnerId
  return [id, ...(ownerId ? [ownerId] : [])].some((userId) => {
    const viewer = org.viewer(userId)
    return viewer !== undefined && canModerate(viewer, channel, membershipsOf(org, userId).isSubscribed(channel.id))
  })
}
