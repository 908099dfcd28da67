import type { ConversationId, MessageId } from '#contract'
import type { UnreadTopic } from '../store/unread.ts'

/** A conversation's unread messages; a new object after each change. */
export interface UnreadPlace {
  readonly conversationId: ConversationId
  readonly topics: readonly UnreadTopic[]
}

/** The newest unread messages of a user at one position of the log. */
export interface UnreadList {
  readonly at: number
  /** All unread messages from this ID on are included. */
  readonly from: number
  readonly total: number
  readonly receiving: ReadonlyMap<ConversationId, MessageId>
  readonly places: ReadonlyMap<ConversationId, UnreadPlace>
}

/** Overhead in bytes, measured with V8 on 64 bits. */
const overhead = { list: 500, channel: 40, place: 400, topic: 260 }
const perId = 8

/** The memory that a list takes, in bytes, without the texts made of it. */
export function bytesOfList({ receiving, places }: UnreadList): number {
  let bytes = overhead.list + receiving.size * overhead.channel
  for (const { topics } of places.values()) {
    bytes += overhead.place
    for (const { topic, key, ids, wildcard_ids, member_ids } of topics)
      bytes +=
        overhead.topic +
        (ids.length + wildcard_ids.length + (member_ids?.length ?? 0)) * perId +
        (topic.length + key.length) * 2
  }
  return bytes
}
