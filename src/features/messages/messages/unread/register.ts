import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import { type Initial, initial, type RegisterContext } from '#platform/serve'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { shownTopic } from '../../../channels/channels/topics.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { receivingOf } from '../access/receiving-conversations.ts'
import { mentionsSince, starredBy } from '../store/flags.ts'
import { mutesOf, newestReceived, recentDirect } from '../store/read-state.ts'
import { type UnreadTopic, unreadByTopic } from '../store/unread.ts'
import { newestState, recentState, starredState, unreadState } from './states.ts'
import { counted, mutedBy, noUnread, ordered, topicKey, type Unread } from './wire.ts'

const maxUnread = 50_000
const maxRecentConversations = 1_000

export const unreadStates: readonly Initial[] = [
  initial(newestState, (tx, viewer) => newestReceived(tx, viewer.id)),
  initial(unreadState, (tx, viewer, ctx) => loadUnread(tx, viewer.id, ctx)),
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

/** One statement if nothing is unread, four otherwise. */
async function loadUnread(tx: Tx, userId: UserId, ctx: RegisterContext): Promise<Unread> {
  const channels = ctx.get(channelsCache)
  const receiving = receivingOf(await ctx.org.fetch(subscriptionsCache, userId, tx), channels)
  const { topics, isMissing } = newest(await unreadByTopic(tx, userId, receiving, maxUnread + 1))
  if (topics.length === 0) return noUnread
  const emptyTopic = ctx.client.can('empty_topic_name')
  const mutes = await mutesOf(tx, userId)
  const isMuted = mutedBy(
    new Set(mutes.channels),
    new Map(mutes.topics.map((one) => [topicKey(one.channel_id, shownTopic(one.topic, emptyTopic)), one.policy])),
  )
  const oldest = topics.reduce((least, { ids }) => Math.min(least, ids[0] as number), Number.MAX_SAFE_INTEGER)
  const calls = new Map((await mentionsSince(tx, userId, oldest)).map((one) => [one.message_id, one.personal]))

  const unread: Unread = { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: isMissing }
  for (const { conversation_id, member_ids, topic, ids, wildcard_ids } of topics) {
    let muted = false
    if (member_ids === null) {
      const stream_id = channels.ofConversation(conversation_id)?.id as number
      const shown = shownTopic(topic, emptyTopic)
      unread.streams.push({ stream_id, topic: shown, unread_message_ids: ids })
      muted = isMuted(stream_id, shown)
    } else if (member_ids.length > 2) {
      unread.huddles.push({ user_ids_string: member_ids.join(','), unread_message_ids: ids })
    } else {
      const other = member_ids.find((id) => id !== userId) ?? userId
      unread.pms.push({ other_user_id: other, sender_id: other, unread_message_ids: ids })
    }
    const wild = new Set(wildcard_ids)
    // perf: of 50,000 messages, hardly any mention someone
    if (calls.size === 0 && wild.size === 0) continue
    for (const id of ids) if (calls.get(id) || (!muted && (calls.has(id) || wild.has(id)))) unread.mentions.push(id)
  }
  return counted(ordered(unread), isMuted)
}

/** Drops the oldest message if there is one more than register shows. */
function newest(topics: UnreadTopic[]): { topics: UnreadTopic[]; isMissing: boolean } {
  const total = topics.reduce((sum, { ids }) => sum + ids.length, 0)
  if (total <= maxUnread) return { topics, isMissing: false }
  const oldest = topics.reduce((a, b) => ((a.ids[0] as number) < (b.ids[0] as number) ? a : b))
  const ids = oldest.ids.slice(1)
  const others = topics.filter((one) => one !== oldest)
  return { topics: ids.length === 0 ? others : [...others, { ...oldest, ids }], isMissing: true }
}
