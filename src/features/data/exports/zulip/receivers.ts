import type { Mark } from './flagged-messages.ts'
import type { Snapped } from './row.ts'

/** Bits of `flags_mask`. */
const masks = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  channelWildcard: 16,
  topicWildcard: 32,
  groupMentioned: 64,
  alertWord: 512,
  historical: 1_024,
  direct: 2_048,
} as const

export const maskOf = (flag: Snapped<'message_flag'>): number =>
  (flag.starred ? masks.starred : 0) |
  (flag.collapsed ? masks.collapsed : 0) |
  (flag.mentioned ? masks.mentioned : 0) |
  (flag.topic_wildcard_mentioned ? masks.topicWildcard : 0) |
  (flag.group_mentioned ? masks.groupMentioned : 0) |
  (flag.has_alert_word ? masks.alertWord : 0)

/** The parts of a message that decide its recipients and their flags. */
export interface Received {
  readonly id: number
  readonly sender: number
  readonly conversation: number
  readonly senderRead: boolean
  readonly isToEveryone: boolean
}

/** Subscription spans of a channel: from one message until before another, or without an end. */
interface Stays {
  readonly users: number[]
  readonly from: number[]
  readonly to: number[]
}

/**
 * Computes recipients of messages and their read state, in memory: it grows with subscriptions and conversations, not
 * with messages.
 */
export class Receivers {
  readonly #stays = new Map<number, Stays>()
  /** By conversation and person: alternating starts and ends of ranges of ids, ascending. */
  readonly #read = new Map<number, Map<number, Float64Array>>()

  stayed(conversation: number, { user_id, from_message_id, to_message_id }: Snapped<'subscription_span'>): void {
    let stays = this.#stays.get(conversation)
    if (!stays) {
      stays = { users: [], from: [], to: [] }
      this.#stays.set(conversation, stays)
    }
    stays.users.push(user_id)
    stays.from.push(from_message_id)
    stays.to.push(to_message_id ?? Number.POSITIVE_INFINITY)
  }

  hasRead({ user_id, conversation_id, read }: Snapped<'read_state'>): void {
    const people = this.#read.get(conversation_id) ?? new Map<number, Float64Array>()
    if (people.size === 0) this.#read.set(conversation_id, people)
    people.set(user_id, boundsIn(read))
  }

  /** All recipients of the message with their flags; `members` are those of a direct conversation. */
  of(message: Received, members: readonly number[] | undefined, marks: readonly Mark[]): Map<number, number> {
    const received = new Map<number, number>()
    const read = this.#read.get(message.conversation)
    const common = (message.isToEveryone ? masks.channelWildcard : 0) | (members ? masks.direct : 0)
    const put = (user: number, canBeUnread: boolean) => {
      const isRead =
        !canBeUnread ||
        (user === message.sender && message.senderRead) ||
        isWithin(read?.get(user) ?? nothing, message.id)
      received.set(user, common | (isRead ? masks.read : 0))
    }
    if (members) for (const user of members) put(user, true)
    else {
      const { users, from, to } = this.#stays.get(message.conversation) ?? { users: [], from: [], to: [] }
      for (let at = 0; at < users.length; at++)
        if (message.id >= (from[at] as number) && message.id < (to[at] as number))
          // messages can't stay unread for people who have left
          put(users[at] as number, to[at] === Number.POSITIVE_INFINITY)
    }
    for (const { user, mask } of marks) received.set(user, (received.get(user) ?? masks.read | masks.historical) | mask)
    return received
  }
}

const nothing = new Float64Array()

function boundsIn(ranges: string): Float64Array {
  const bounds: number[] = []
  for (const [, from, to] of ranges.matchAll(/\[(\d*),(\d*)\)/g))
    bounds.push(from === '' ? 0 : Number(from), to === '' ? Number.POSITIVE_INFINITY : Number(to))
  return Float64Array.from(bounds)
}

function isWithin(bounds: Float64Array, id: number): boolean {
  let [low, high] = [0, bounds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bounds[middle] as number) <= id) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}
