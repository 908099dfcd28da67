import type { ConversationId, MessageId, UserId } from '#contract'
import type { KeyedCache, Mutation, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { canReadChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { hasProtectedHistory } from '../../../channels/channels/rules.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import type { UserSubscriptions } from '../../../channels/subscriptions/span.ts'

export interface Reader {
  readonly org: Organization
  readonly viewer: Viewer
  readonly subscriptions: UserSubscriptions
}

/** Message IDs from the first up to but excluding the second; null is unbounded. */
type IdRange = readonly [from: number, below: number | null]

/** The readable messages of a conversation: all, or ID ranges. */
export type Reach = 'all' | readonly IdRange[]

interface ReaderContext {
  readonly org: Organization
  readonly viewer: Viewer
  fetch<V>(cache: KeyedCache<V>, key: UserId): Promise<V>
}

/** The caller of a request or mutation. Call before opening a request's transaction. */
export async function readerOf(context: ReaderContext): Promise<Reader> {
  const { org, viewer } = context
  return { org, viewer, subscriptions: await context.fetch(subscriptionsCache, viewer.id) }
}

const canRead = ({ viewer, subscriptions }: Reader, channel: Channel): boolean =>
  canReadChannel(viewer, channel, subscriptions.isSubscribed(channel.id))

/** Leaves out spans without messages, which aren't valid ranges in PostgreSQL. */
const received = (reader: Reader, channel: Channel): readonly IdRange[] =>
  (reader.subscriptions.spans.get(channel.id) ?? []).flatMap(({ fromMessageId, toMessageId }): IdRange[] =>
    toMessageId === null || fromMessageId < toMessageId ? [[fromMessageId, toMessageId]] : [],
  )

/** Messages that the reader can open by ID. */
export function readableReach(reader: Reader, channel: Channel): Reach {
  if (!canRead(reader, channel)) return []
  return hasProtectedHistory(channel) ? received(reader, channel) : 'all'
}

/** {@link readableReach} for SQL; null means everything. */
export function readableRanges(reader: Reader, channel: Channel): Exclude<Reach, 'all'> | null {
  const reach = readableReach(reader, channel)
  return reach === 'all' ? null : reach
}

/** Messages that the reader received and can still read. */
export const receivedReach = (reader: Reader, channel: Channel): Reach =>
  canRead(reader, channel) ? received(reader, channel) : []

/** Messages that can be unread: those since the reader's current subscription began. */
export const currentReach = (reader: Reader, channel: Channel): Reach =>
  canRead(reader, channel) ? received(reader, channel).filter(([, below]) => below === null) : []

export const reaches = (reach: Reach, messageId: MessageId): boolean =>
  reach === 'all' || reach.some(([from, below]) => from <= messageId && (below === null || messageId < below))

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

interface Place {
  readonly conversation_id: ConversationId
  /** Null in a channel. */
  readonly member_ids: readonly UserId[] | null
}

export interface Placed extends Place {
  readonly id: MessageId
}

/** The readable messages of a conversation; {@link withinScope} is the same rule in SQL. */
export function reachIn(reader: Reader, { conversation_id, member_ids }: Place): Reach {
  if (member_ids) return !reader.viewer.onlyChannels && member_ids.includes(reader.viewer.id) ? 'all' : []
  const channel = reader.org.get(channelsCache).ofConversation(conversation_id)
  return channel ? readableReach(reader, channel) : []
}

export const canReadMessage = (reader: Reader, message: Placed): boolean =>
  reaches(reachIn(reader, message), message.id)

export async function readableBy(context: Parameters<typeof readerOf>[0]): Promise<(message: Placed) => boolean> {
  const reader = await readerOf(context)
  return (message) => canReadMessage(reader, message)
}

/** A reader for another account than the caller's; undefined if the account is deactivated. */
export async function readerFor(mutation: Mutation, userId: UserId): Promise<Reader | undefined> {
  const viewer = mutation.org.viewer(userId)
  return viewer && { org: mutation.org, viewer, subscriptions: await mutation.fetch(subscriptionsCache, userId) }
}
