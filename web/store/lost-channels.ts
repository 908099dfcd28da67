import type { WireEvent } from '#contract'
import { channel, isSubscribed } from './channels.ts'

/** Channels whose messages the user may have lost access to by an event, according to the state after it. */
export function lostChannels({ type, op, subscriptions, stream_ids }: WireEvent): number[] {
  const named =
    type === 'subscription' && op === 'remove'
      ? (subscriptions as { stream_id: number }[]).map(({ stream_id }) => stream_id)
      : type === 'stream' && op === 'delete'
        ? ((stream_ids ?? []) as number[])
        : []
  return named.filter((id) => {
    const one = channel(id)
    return !one || (one.invite_only && !isSubscribed(id))
  })
}
