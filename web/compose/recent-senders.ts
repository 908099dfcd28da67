import { messages } from '../store/messages.ts'

/**
 * Who has written in a channel lately, as far as messages are known here: the id of their newest message there, and more
 * for one in the topic itself.
 */
export function recentSenders(channelId: number, topic: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const name = topic.toLowerCase()
  for (const { id, sender_id, stream_id, subject } of messages.latest(looked)) {
    if (stream_id !== channelId) continue
    const value = subject.toLowerCase() === name ? id + inTopic : id
    if (value > (found.get(sender_id) ?? 0)) found.set(sender_id, value)
  }
  return found
}

/** So many messages are looked at. */
const looked = 500
/** Above all ids of messages: half of the integers that are exact. */
const inTopic = 2 ** 52
