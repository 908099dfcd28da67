import type { MessageRecord } from '../records.ts'
import { plainBeginning } from './marked-text.ts'
import { datedName, mainTopic, TopicNames } from './topic-names.ts'

/** A message of a channel, before it is known in which topic it lies. */
type Unplaced = Omit<MessageRecord, 'place'>

interface ThreadPlace {
  channel: string
  channelName: string
  /** Of all threads of the archive; undefined for what was written outside of them. */
  thread: string | undefined
  /** When the thread began, for its name. */
  begunAt: Date
  /** Whether it is also shown outside of its thread: the first message of a thread, or what was sent to both. */
  isInMain: boolean
  isRoot: boolean
  /** How many messages of the archive answer in the thread. */
  replies: number
}

interface OpenThread {
  topic: string
  /** Answers that are still to come. */
  left: number
  isBegun: boolean
}

/**
 * Threads as topics: named by the day and the first words, the first message in it, and a line in the main topic, in the
 * name of whoever began it, that leads there.
 */
export class Threads {
  readonly #names = new TopicNames()
  /** Those of which more is to come. */
  readonly #open = new Map<string, OpenThread>()

  /** The message in its topic, and what leads to it. */
  placed(message: Unplaced, place: ThreadPlace): MessageRecord[] {
    const { channel, thread } = place
    if (thread === undefined) return [{ ...message, place: { channel, topic: mainTopic } }]
    let one = this.#open.get(thread)
    if (!one) {
      const topic = this.#names.named(channel, datedName(place.begunAt, plainBeginning(message.text)))
      one = { topic, left: place.replies, isBegun: false }
      this.#open.set(thread, one)
    }
    if (place.isRoot) one.isBegun = true
    else one.left--
    if (one.isBegun && one.left <= 0) this.#open.delete(thread)
    const { topic } = one
    const placed = { ...message, place: { channel, topic } }
    return place.isInMain ? [placed, pointerTo(placed, topic, place)] : [placed]
  }
}

const pointerTo = (message: MessageRecord, topic: string, place: ThreadPlace): MessageRecord => ({
  key: `${message.key}/pointer`,
  place: { channel: place.channel, topic: mainTopic },
  sender: message.sender,
  senderName: message.senderName,
  sentAt: message.sentAt,
  text: [
    place.isRoot
      ? { channel: place.channel, topic, label: `#${place.channelName} > ${topic}` }
      : { message: message.key, label: plainBeginning(message.text, 80) || topic },
  ],
  files: [],
  reactions: [],
})

/** One more reply to a message. */
export const addOne = (replies: Map<string, number>, key: string): void => {
  replies.set(key, (replies.get(key) ?? 0) + 1)
}
