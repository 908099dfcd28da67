import type { ChannelId } from '#contract'
import type { Cache } from '#platform/organization'

export interface Memory {
  get<T>(cache: Cache<T>): T
}

/** A user's current subscriptions; see the subscriptions' mirror. */
export interface Memberships {
  isSubscribed(channelId: ChannelId): boolean
}
