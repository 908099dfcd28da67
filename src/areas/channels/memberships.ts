import type { ChannelId } from '#contract'
import type { Mirror } from '#platform/organization'

export interface Memory {
  get<T>(mirror: Mirror<T>): T
}

/** A user's current subscriptions; see the subscriptions' mirror. */
export interface Memberships {
  isSubscribed(channelId: ChannelId): boolean
}
