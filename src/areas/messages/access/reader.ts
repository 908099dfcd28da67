import type { ConversationId, MessageId, UserId } from '#contract'
import type { KeyedMirror, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { canReadChannel } from '../../channels/access.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { hasProtectedHistory } from '../../channels/rules.ts'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import type { UserSubscriptions } from '../../subscriptions/span.ts'

/** Somebody who reads, with what decides what may be read. */
export interface Reader {
  readonly org: Organization
  readonly viewer: Viewer
  readonly subscriptions: UserSubscriptions
}

/** Message ids from the first on and below the second; null where there is no end. */
type IdRange = readonly [from: number, below: number | null]

/** Which messages of a conversation: all of them, or those in some ranges. */
export type Reach = 'all' | readonly IdRange[]

interface Asking {
  readonly org: Organization
  readonly viewer: Viewer
  fetch<V>(mirror: KeyedMirror<V>, key: UserId): Promise<V>
}

/** Whoever asks, in a request or an act; to be called before a request's transaction is opened. */
export async function readerOf(asking: Asking): Promise<Reader> {
  const { org, viewer } = asking
  return { org, viewer, subscriptions: await asking.fetch(subscriptionsMirror, viewer.id) }
}

const mayRead = ({ viewer, subscriptions }: Reader, channel: Channel): boolean =>
  canReadChannel(viewer, channel, subscriptions.isSubscribed(channel.id))

/** Spans without a message are left out: they would be no ranges to the database. */
const received = (reader: Reader, channel: Channel): readonly IdRange[] =>
  (reader.subscriptions.spans.get(channel.id) ?? []).flatMap(({ fromMessageId, toMessageId }): IdRange[] =>
    toMessageId === null || fromMessageId < toMessageId ? [[fromMessageId, toMessageId]] : [],
  )

/** What the reader may open by id. */
export function readableReach(reader: Reader, channel: Channel): Reach {
  if (!mayRead(reader, channel)) return []
  return hasProtectedHistory(channel) ? received(reader, channel) : 'all'
}

/** The same for statements: null for everything. */
export function readableRanges(reader: Reader, channel: Channel): Exclude<Reach, 'all'> | null {
  const reach = readableReach(reader, channel)
  return reach === 'all' ? null : reach
}

/** What the reader received and may still read. */
export const receivedReach = (reader: Reader, channel: Channel): Reach =>
  mayRead(reader, channel) ? received(reader, channel) : []

/** What can be unread: what came since the subscription that the reader has now. */
export const currentReach = (reader: Reader, channel: Channel): Reach =>
  mayRead(reader, channel) ? received(reader, channel).filter(([, below]) => below === null) : []

export const reaches = (reach: Reach, messageId: MessageId): boolean =>
  reach === 'all' || reach.some(([from, below]) => from <= messageId && (below === null || messageId < below))

/** The messages of both. */
export function intersection(a: Reach, b: Reach): Reach {
  if (a === 'all') return b
  if (b === 'all') return a
  return a.flatMap(([from, below]) =>
    b.flatMap(([otherFrom, otherBelow]): IdRange[] => {
      const start = Math.max(from, otherFrom)
      const end = Math.min(below ?? Number.POSITIVE_INFINITY, otherBelow ?? Number.POSITIVE_INFINITY)
      return start < end ? [[start, end === Number.POSITIVE_INFINITY ? null : end]] : []
    }),
  )
}

/** A conversation as far as the right to read what is in it goes. */
interface Place {
  readonly conversation_id: ConversationId
  /** The people of a direct conversation; null in a channel. */
  readonly member_ids: readonly UserId[] | null
}

/** A message as far as the right to read it goes. */
export interface Placed extends Place {
  readonly id: MessageId
}

/** Which messages of a conversation one may open; {@link withinScope} is the same rule for statements. */
export function reachIn(reader: Reader, { conversation_id, member_ids }: Place): Reach {
  if (member_ids) return !reader.viewer.onlyChannels && member_ids.includes(reader.viewer.id) ? 'all' : []
  const channel = reader.org.get(channelsMirror).ofConversation(conversation_id)
  return channel ? readableReach(reader, channel) : []
}

/** The same for one message. */
export const canReadMessage = (reader: Reader, message: Placed): boolean =>
  reaches(reachIn(reader, message), message.id)

/** The rule for any number of messages that somebody asks for. */
export async function readableBy(asking: Parameters<typeof readerOf>[0]): Promise<(message: Placed) => boolean> {
  const reader = await readerOf(asking)
  return (message) => canReadMessage(reader, message)
}
