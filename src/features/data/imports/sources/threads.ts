import type { MessageRecord } from '../records.ts'
import { plainBeginning } from './marked-text.ts'
import { datedName, mainTopic, TopicNames } from './topic-names.ts'

type Unplaced = Omit<MessageRecord, 'place'>

interface ThreadPlace {
  channel: string
  channelName: string
  /** Unique across the archive; undefined outside of threads. */
  thread: string | undefined
  /** Used in the thread's name. */
  startedAt: Date
  /** Also shown outside of the thread: its first message, or a reply that was sent to both. */
  isInMain: boolean
  isRoot: boolean
  replies: number
}

interface OpenThread {
  topic: string
  left: number
  isStarted: boolean
}

/** A thread becomes a topic named by day and first words; a link to it in the main topic is sent as its author. */
export class Threads {
  readonly #names = new TopicNames()
  readonly #open = new Map<string, OpenThread>()

  placed(message: Unplaced, place: ThreadPlace): MessageRecord[] {
    const { channel, thread } = place
    if (thread === undefined) return [{ ...message, place: { channel, topic: mainTopic } }]
    let one = this.#open.get(thread)
    if (!one) {
      const topic = this.#names.named(channel, datedName(place.startedAt, plainBeginning(message.text)))
      one = { topic, left: place.replies, isStarted: false }
      this.#open.set(thread, one)
    }
    if (place.isRoot) one.isStarted = true
    else one.left--
    if (one.isStarted && one.left <= 0) this.#open.delete(thread)
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

export const addOne = (replies: Map<string, number>, key: string): void => {
  replies.set(key, (replies.get(key) ?? 0) + 1)
}
