import type { ChannelId, MessageId } from '#contract'
import type { Spans } from '#platform/events'

/** A time during which somebody was subscribed, as message ids and as positions in the event log. */
export interface Span {
  /** Received are the messages from this id on… */
  readonly fromMessageId: MessageId
  /** …below this one; null while it lasts. */
  readonly toMessageId: MessageId | null
  /** Received are the events after this position… */
  readonly from: number
  /** …up to this one; null while it lasts. */
  readonly to: number | null
}

/** Where one user is and was subscribed. */
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

  /** Whether the user received the message, as opposed to finding it in the history later. */
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

  /** Whether the message has come since the present subscription began: only then can it be unread. */
  receives(channelId: ChannelId, messageId: MessageId): boolean {
    return (
      this.spans.get(channelId)?.some(({ to, fromMessageId }) => to === null && fromMessageId <= messageId) ?? false
    )
  }

  /** The channels that the user is subscribed to now, with the first message id that each subscription covers. */
  *receiving(): Iterable<[channelId: ChannelId, fromMessageId: MessageId]> {
    for (const [channelId, spans] of this.spans)
      for (const { to, fromMessageId } of spans) if (to === null) yield [channelId, fromMessageId]
  }

  /** The channels that the user is subscribed to now. */
  *current(): Iterable<number> {
    for (const channelId of this.spans.keys()) if (this.isSubscribed(channelId)) yield channelId
  }
}
