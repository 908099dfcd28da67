import { type ConversationId, type MessageId, topicKey, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { foldedKey } from './folded-words.ts'
import { maxCompared, maxComparedLength, repeatsMs } from './limits.ts'
import * as store from './store.ts'
import type { Condition } from './wire.ts'

/** Conditions that depend on a person's earlier messages. */
type FrequencyCondition = Extract<Condition, { kind: 'repeats' | 'flood' }>

interface Posting {
  readonly sender: { readonly id: UserId }
  readonly channel: Channel
  readonly topic: string
  readonly content: string
  readonly editedId?: MessageId
  /** `repeatKey`. perf: several rules compare the same texts. */
  readonly keyOf: (content: string) => string
}

/** Texts with the same key count as repeated. */
export const repeatKey = (content: string): string => foldedKey(content.slice(0, maxComparedLength))

/** Whether someone posts too often, or the same text in too many places. Edits don't count as new messages. */
export async function isTooFrequent(
  { tx, now }: Mutation,
  { sender, channel, topic, content, editedId, keyOf }: Posting,
  { channel_ids: channelIds }: Pick<store.Stored, 'channel_ids'>,
  condition: FrequencyCondition,
): Promise<boolean> {
  const earlier = (ms: number, limit: number) => ({
    ...{ userId: sender.id, since: new Date(now.getTime() - ms) },
    ...{ channelIds, limit },
  })
  if (condition.kind === 'flood') {
    const { messages, seconds } = condition
    return editedId === undefined && (await store.countSince(tx, earlier(seconds * 1_000, messages))) >= messages
  }
  const key = keyOf(content)
  const same = (await store.sentSince(tx, earlier(repeatsMs, maxCompared))).filter(
    (message) => message.id !== editedId && keyOf(message.content) === key,
  )
  const places = new Set(same.map(({ conversation_id, topic: sameTopic }) => topicKey(conversation_id, sameTopic)))
  return places.add(topicKey(channel.conversationId, topic)).size >= condition.places
}

interface SentMessage {
  readonly sender_id: UserId
  readonly conversation_id: ConversationId
  readonly topic: string
  readonly sent_at: Date
  readonly key: string
}

/** Like the function `isTooFrequent`, but for stored messages. Call its method with the oldest message first. */
export class Frequency {
  readonly #condition: FrequencyCondition
  readonly #recent = new Map<UserId, SentMessage[]>()

  constructor(condition: FrequencyCondition) {
    this.#condition = condition
  }

  isTooFrequent(message: SentMessage): boolean {
    const condition = this.#condition
    const ms = condition.kind === 'flood' ? condition.seconds * 1_000 : repeatsMs
    const since = message.sent_at.getTime() - ms
    const earlier = (this.#recent.get(message.sender_id) ?? []).filter(({ sent_at }) => sent_at.getTime() > since)
    const limit = condition.kind === 'flood' ? condition.messages : maxCompared
    const counted = earlier.slice(-limit)
    this.#recent.set(message.sender_id, [...counted, message])
    if (condition.kind === 'flood') return counted.length >= limit
    const same = [...counted, message].filter(({ key }) => key === message.key)
    return new Set(same.map(({ conversation_id, topic }) => topicKey(conversation_id, topic))).size >= condition.places
  }
}
