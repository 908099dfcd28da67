import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import type { Reader } from './reader.ts'

/** A reader for another account than the caller's; undefined if the account is deactivated. */
export async function readerFor(mutation: Mutation, userId: UserId): Promise<Reader | undefined> {
  const viewer = mutation.org.viewer(userId)
  return viewer && { org: mutation.org, viewer, subscriptions: await mutation.fetch(subscriptionsCache, userId) }
}
