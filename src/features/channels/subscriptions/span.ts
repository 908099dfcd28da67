import type { ChannelId, MessageId } from '#contract'
import type { Spans } from '#platform/events'

/** A period of a subscription, in message IDs and event log positions. */
export interface Span {
  /** First message ID, inclusive. */
  readonly fromMessageId: MessageId
  /** Last message ID, exclusive; null while subscribed. */
  readonly toMessageId: MessageId | null
  /** First position, exclusive. */
  readonly from: number
  /** Last position, inclusive; null while subscribed. */
  readonly to: number | null
}

export class UserSubscriptions implements Spans {
  readonly spans = new Map<ChannelId, Span[]>()

  has(channelId: ChannelId): boolean {
    return this.spans.has(channelId)
  }

  isSubscribed(channelId: ChannelId): boolean {
    return this.spans.get(channelId)?.some(({ to }) => to === null) ?? false
  }

  covers(channelId: ChannelId, position: number): boolean {
    return (
      this.spans.get(channelId)?.some(({ from, to }) => from < position && (to === null || position <= to)) ?? false
    )
  }

  /** Whether the user received the message, as opposed to finding it in the history. */
  received(channelId: ChannelId, messageId: MessageId): boolean {
    return (
      this.spans
        .get(channelId)
        ?.some(
          ({ fromMessageId, toMessageId }) =>
            fromMessageId <= messageId && (toMessageId === null || messageId < toMessageId),
        ) ?? false
    )
  }

  /** Whether the message came during the current subscription: only then can it be unread. */
  receives(channelId: ChannelId, messageId: MessageId): boolean {
    return (
      this.spans.get(channelId)?.some(({ to, fromMessageId }) => to === null && fromMessageId <= messageId) ?? false
    )
  }

  /** Current subscriptions with their first message IDs. */
  *receiving(): Iterable<[channelId: ChannelId, fromMessageId: MessageId]> {
    for (const [channelId, spans] of this.spans)
      for (const { to, fromMessageId } of spans) if (to === null) yield [channelId, fromMessageId]
  }

  /** Current subscriptions. */
  *current(): Iterable<number> {
    for (const channelId of this.spans.keys()) if (this.isSubscribed(channelId)) yield channelId
  }
}
