import type { ChannelId } from '#contract'
import type { Mirror } from '#platform/organization'

/** Anything that shows memory: an organization, an open act, a request's context. */
export interface Memory {
  get<T>(mirror: Mirror<T>): T
}

/** Where somebody is subscribed now; see the subscriptions' mirror. */
export interface Memberships {
  isSubscribed(channelId: ChannelId): boolean
}
