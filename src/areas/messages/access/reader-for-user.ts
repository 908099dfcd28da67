import type { UserId } from '#contract'
import type { Act } from '#platform/organization'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import type { Reader } from './reader.ts'

/** A reader for another account than the caller's; undefined if the account is deactivated. */
export async function readerFor(act: Act, userId: UserId): Promise<Reader | undefined> {
  const viewer = act.org.viewer(userId)
  return viewer && { org: act.org, viewer, subscriptions: await act.fetch(subscriptionsMirror, userId) }
}
