import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import { type Initial, initial } from '#platform/serve'
import { starredBy } from '../store/flags.ts'
import { newestReceived, recentDirect } from '../store/read-state.ts'
import { serializeUnread } from './serialize.ts'
import { newestState, recentState, starredState, unreadState } from './states.ts'

const maxRecentConversations = 1_000

export const unreadStates: readonly Initial[] = [
  initial(newestState, (tx, viewer) => newestReceived(tx, viewer.id)),
  { state: unreadState, load: async (tx, viewer, ctx) => ({ unread_msgs: await serializeUnread(tx, viewer.id, ctx) }) },
  initial(starredState, (tx, viewer) => starredBy(tx, viewer.id)),
  initial(recentState, async (tx, viewer) =>
    (await recentDirect(tx, viewer.id, maxRecentConversations)).map(({ max_message_id, member_ids }) => ({
      max_message_id,
      user_ids: member_ids.filter((id) => id !== viewer.id),
    })),
  ),
]

/** Up to `limit` of a user's direct message partners, latest conversations first. */
export async function recentPartners(tx: Tx, userId: UserId, limit: number): Promise<UserId[]> {
  const conversations = await recentDirect(tx, userId, limit)
  return [...new Set(conversations.flatMap(({ member_ids }) => member_ids))].slice(0, limit)
}
