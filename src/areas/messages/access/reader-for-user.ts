import type { UserId } from '#contract'
import type { Act } from '#platform/organization'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import type { Reader } from './reader.ts'

/** Somebody else than who acts; undefined for an account that may not act. */
export async function readerFor(act: Act, userId: UserId): Promise<Reader | undefined> {
  const viewer = act.org.viewer(userId)
  return viewer && { org: act.org, viewer, subscriptions: await act.fetch(subscriptionsMirror, userId) }
}
