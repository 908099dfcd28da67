import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { canModerate } from '../../../channels/channels/access.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { membershipsOf } from '../../../channels/channels/subscribers-cache.ts'
import { peopleCache } from '../../../people/users/cache.ts'

/** True if the account, or the owner of the bot, can post in spite of slow mode and locked topics. */
export function moderates(org: Organization, id: UserId, channel: Channel): boolean {
  const ownerId = org.get(peopleCache).byId.get(id)?.botOwnerId
  return [id, ...(ownerId ? [ownerId] : [])].some((userId) => {
    const viewer = org.viewer(userId)
    return viewer !== undefined && canModerate(viewer, channel, membershipsOf(org, userId).isSubscribed(channel.id))
  })
}
