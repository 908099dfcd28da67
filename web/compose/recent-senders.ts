import { messages } from '../store/messages.ts'

/** Recent senders in a channel, with the ID of their newest message, plus `inTopic` if it's in the topic. */
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

const looked = 500
/** Greater than any message ID: half of the largest exact integer. */
const inTopic = 2 ** 52
