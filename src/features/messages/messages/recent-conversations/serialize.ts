import type { ChannelId, MessageId } from '#contract'
import { topicKey } from '#contract'
import type { Tx } from '#platform/db'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Reader } from '../access/reader.ts'

import { newestPlaces } from '../catch-up/store.ts'
import { partnersOf } from '../partners.ts'
import type { ConversationOut } from './api.ts'
import { newestConversations } from './newest-conversations.ts'

/** A user participated in a topic if one of this many of their newest messages is in it. */
const ownLookedAt = 1_000
const maxSenders = 8

/** A few statements, and some more if a few conversations are busy. */
export async function recentConversations(
  tx: Tx,
  reader: Reader,
  { limit, before }: { limit: number; before?: MessageId | undefined },
) {
  // one more shows whether there are others
  const found = await newestConversations(tx, reader, { limit: limit + 1, before })
  const page = found.slice(0, limit)
  const own = new Set(
    (await newestPlaces(tx, reader.viewer.id, ownLookedAt)).map((one) => topicKey(one.conversation_id, one.topic)),
  )
  const channels = reader.org.get(channelsCache)
  return {
    conversations: page.map(
      ({ conversation_id, member_ids, topic, newest, timestamp, unread_count, sender_ids }): ConversationOut => ({
        ...(member_ids
          ? { user_ids: partnersOf(member_ids, reader.viewer.id) }
          : { stream_id: channels.ofConversation(conversation_id)?.id as ChannelId, topic }),
        newest_message_id: newest,
        timestamp,
        unread_count,
        sender_ids: [...new Set(sender_ids)].slice(0, maxSenders),
        participated: own.has(topicKey(conversation_id, topic)),
      }),
    ),
    found_oldest: found.length <= limit,
  }
}
